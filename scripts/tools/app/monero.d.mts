/** Types of monero.mjs for the tests, which are compiled; the scripts themselves run before any compiler is there. */
import type { Child } from '../setup/process.mjs';

export type Server = { readonly child: Child; readonly port: number; readonly url: string };

export function freePort(): Promise<number>;
export function post(url: string, body: string, timeout?: number): Promise<string>;
export function callRpc(base: string, method: string, params?: object, timeout?: number): Promise<unknown>;
export function startMonerod(options: {
  readonly bin: string;
  readonly dataDir: string;
  readonly port?: number;
  readonly args?: readonly string[];
}): Promise<Server>;
export function startWalletRpc(options: {
  readonly bin: string;
  readonly dir: string;
  readonly daemonUrl: string;
  readonly port?: number;
  readonly args?: readonly string[];
}): Promise<Server>;
export function mineBlocks(daemonUrl: string, blocks: number, address: string): Promise<number>;
