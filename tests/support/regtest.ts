/**
 * A regtest chain with real programs: one monerod and as many monero-wallet-rpc as a test needs, all on free ports of
 * loopback, all ended by `dispose()`. Numbers beyond 2^53 are bigint in answers, others number (base/json.ts).
 *
 * The programs come from the folder in OSTRO_MONERO, else from PATH, else from the set-up's cache (which `npm test`
 * fills); see scripts/tools/setup/setup.mjs.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFundedChain } from '../../scripts/tools/app/funded-chain.ts';
import { parseJson, writeJson, type Json } from '../../src/base/json.ts';
import {
  mineBlocks,
  post,
  startMonerod,
  startWalletRpc,
  type Server,
} from '../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';

export type JsonObject = { readonly [key: string]: Json };

/** An error answer of a peer's JSON-RPC: its wire code and message. */
export class RpcError extends Error {
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
  }
}

/** A running monero-wallet-rpc. No wallet is open at first. */
export type WalletRpc = {
  /** `http://127.0.0.1:port`; JSON-RPC is at `/json_rpc`. */
  readonly url: string;
  /** One JSON-RPC call; rejects with RpcError. Amounts may be given as bigint. */
  readonly call: (method: string, params?: Record<string, unknown>) => Promise<JsonObject>;
  /** Ends this server before the rest. */
  readonly stop: () => Promise<void>;
};

export type RegtestOptions = {
  /** Begins with a copy of the stored chain, on which two wallets have coins, instead of with an empty one. */
  readonly funded?: boolean;
  /** Extra arguments for monerod. */
  readonly daemonArgs?: readonly string[];
  /** Extra arguments for every monero-wallet-rpc. */
  readonly walletArgs?: readonly string[];
};

export type Regtest = AsyncDisposable & {
  /** `http://127.0.0.1:port` of monerod. It keeps its port over a restart. */
  readonly url: string;
  /** A JSON-RPC method of monerod, such as `get_info`; rejects with RpcError. */
  readonly daemon: (method: string, params?: Record<string, unknown>) => Promise<JsonObject>;
  /** A plain path of monerod, such as `/get_transactions`. */
  readonly path: (path: string, body?: Record<string, unknown>) => Promise<JsonObject>;
  /** Mines n blocks whose rewards go to the address; answers the new height of the chain. */
  readonly mine: (n: number, address: string) => Promise<number>;
  /** Removes the newest n blocks (their transactions return to the pool); answers the new height. */
  readonly popBlocks: (n: number) => Promise<number>;
  readonly height: () => Promise<number>;
  /** Starts one more monero-wallet-rpc on this chain, with a wallet folder of its own. */
  readonly walletRpc: (args?: readonly string[]) => Promise<WalletRpc>;
  readonly stopDaemon: () => Promise<void>;
  readonly startDaemon: () => Promise<void>;
  readonly dispose: () => Promise<void>;
};

export async function startRegtest(options: RegtestOptions = {}): Promise<Regtest> {
  const bin = await ensureMonero();
  const dir = mkdtempSync(join(tmpdir(), 'ostro-regtest-'));
  const dataDir = join(dir, 'chain');
  mkdirSync(dataDir);
  if (options.funded) await copyFundedChain(bin, dataDir);
  const monerodArgs = { bin, dataDir, args: options.daemonArgs ?? [] };
  let monerod = await startMonerod(monerodArgs);
  const { url, port } = monerod;
  const wallets: Server[] = [];

  const daemon = rpcCaller(url);
  const path = async (name: string, body: Record<string, unknown> = {}): Promise<JsonObject> =>
    asObject(parseJson(await post(`${url}${name}`, writeJson(body))));

  const walletRpc = async (args: readonly string[] = []): Promise<WalletRpc> => {
    const walletDir = mkdtempSync(join(dir, 'wallet-'));
    const server = await startWalletRpc({
      bin,
      dir: walletDir,
      daemonUrl: url,
      args: [...(options.walletArgs ?? []), ...args],
    });
    wallets.push(server);
    return { url: server.url, call: rpcCaller(server.url), stop: () => server.child.stop() };
  };

  const dispose = async (): Promise<void> => {
    await Promise.all([...wallets, monerod].map((server) => server.child.stop()));
    rmSync(dir, { recursive: true, force: true });
  };

  return {
    url,
    daemon,
    path,
    mine: (n, address) => mineBlocks(url, n, address),
    popBlocks: async (n) => Number((await path('/pop_blocks', { nblocks: n }))['height']),
    height: async () => Number((await daemon('get_block_count'))['count']),
    walletRpc,
    stopDaemon: () => monerod.child.stop(),
    startDaemon: async () => {
      monerod = await startMonerod({ ...monerodArgs, port });
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

const rpcCaller =
  (base: string): WalletRpc['call'] =>
  async (method, params = {}) => {
    const body = writeJson({ jsonrpc: '2.0', id: '0', method, params });
    // Below the limit of a test, so that the failure names the call.
    const text = await post(`${base}/json_rpc`, body, 240_000).catch((cause: unknown) => {
      throw new Error(`${method}: ${String(cause)}`, { cause });
    });
    const { result, error } = asObject(parseJson(text));
    if (error !== undefined) {
      const { code, message } = asObject(error);
      throw new RpcError(method, Number(code), typeof message === 'string' ? message : writeJson(message));
    }
    return asObject(result);
  };

const asObject = (value: Json | undefined): JsonObject => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('a peer answered no object');
  return value as JsonObject;
};
