/** How wallets are opened in Node and in a browser. The entry of the package for either sets it (node.ts, browser.ts). */
import type { PortEvent, RpcRequest, RpcResponse } from '../transport/port.ts';
import type { DatabaseStorage, WalletStorage } from './types.ts';

export interface PortWanted {
  readonly network: 'mainnet' | 'stagenet' | 'testnet';
  readonly regtest: boolean;
  readonly storage: WalletStorage | DatabaseStorage | 'indexedDB' | 'memory';
  /** Undefined: as many as fit the machine. */
  readonly scanWorkers: number | undefined;
}
/** Options of a call beside its parameters. */
export interface CallMarks {
  readonly idempotencyKey?: string | undefined;
  /** Answers with nothing that monero-wallet-rpc 0.18 lacks. */
  readonly compat?: 'release' | undefined;
}
/** `cause`: the bug behind an internal error. */
export type LibraryAnswer = RpcResponse & { readonly cause?: unknown };
/** A session with at most one open wallet. */
export interface LibraryPort {
  request(envelope: RpcRequest, marks?: CallMarks): Promise<LibraryAnswer>;
  on(listener: (event: PortEvent) => void): () => void;
  /** Closes the wallet, if one is open, and ends workers and connections. */
  stop(): Promise<void>;
}
export interface LibraryPlatform {
  open(wanted: PortWanted): Promise<LibraryPort>;
  /** Missing where there are no folders. */
  readonly folder?: (path: string) => WalletStorage;
  /** Missing where there are no connections to databases. */
  readonly postgres?: (url: string) => DatabaseStorage;
}

let current: LibraryPlatform | undefined;

export function setPlatform(platform: LibraryPlatform): void {
  current = platform;
}
export function platform(): LibraryPlatform {
  if (!current) throw new Error('import the package by its own entry');
  return current;
}

/** The marks that are set. */
export function defined({ idempotencyKey, compat }: CallMarks = {}): {
  readonly idempotencyKey?: string;
  readonly compat?: 'release';
} {
  return { ...(idempotencyKey !== undefined && { idempotencyKey }), ...(compat && { compat }) };
}
