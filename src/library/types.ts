/** The types of the library. They refer to no other module, so that the declarations of the package are these files alone. */
import type { WalletMethods } from './methods.ts';

/** Networks of Monero. A regtest chain counts as `mainnet`, whose addresses it has. */
export type Network = 'mainnet' | 'stagenet' | 'testnet';

/** The node that a wallet reads and sends through. */
export interface NodeOptions {
  /** `http://127.0.0.1:18081`; http is assumed without a scheme. */
  readonly address: string;
  /** Your own node: it may learn which outputs are yours, as `rescan_spent` and proofs of reserves need. */
  readonly trusted?: boolean;
  /** The login of monerod's --rpc-login. */
  readonly username?: string;
  readonly password?: string;
}

/** Options of all functions that open a wallet. */
export interface WalletOptions {
  /** Name of the wallet in its storage, not empty. Default: `wallet`. */
  readonly name?: string;
  /** Encrypts the wallet. Default: empty. */
  readonly password?: string;
  /** Where the wallet is stored: `folder(path)`, `postgres(url)`, `indexedDB()`, `memory()` or your own. Default: in memory. */
  readonly storage?: WalletStorage | DatabaseStorage | BuiltInStorage;
  /** Address or options of the node. Without one the wallet is offline until `call('set_daemon')`. */
  readonly node?: string | NodeOptions;
  /** Default: mainnet. */
  readonly network?: Network;
  /** The node is on a regtest chain, for tests. */
  readonly regtest?: boolean;
  /** False: the wallet reads the chain only in `call('refresh')`. Default: it follows the chain by itself. */
  readonly autoRefresh?: boolean;
  /**
   * Number of workers that scan, 1 to 64. Default: one less than there are processors, or 2 of 2, at most 8. Each takes some
   * 15 MB. In Node all wallets of a program share them; when they start, there are as many as one of these wallets wants at most.
   */
  readonly scanWorkers?: number;
  /** Aborts the opening. The wallet is then closed again, and a new one is removed. */
  readonly signal?: AbortSignal;
}
/** Options of `createWallet`. */
export interface CreateOptions extends WalletOptions {
  /** Language of the seed words. Default: English. */
  readonly language?: string;
  /** Sixteen words with a date in them, instead of 25. Default: false. */
  readonly polyseed?: boolean;
}
/** Options of `restoreWallet`. */
export interface RestoreOptions extends WalletOptions {
  /** The 25 words (or 24, without their checksum), 16 or 13. */
  readonly seed: string;
  /** The passphrase of the words. Default: none. */
  readonly seedOffset?: string;
  /** First block to read; 0: what the words say, or the whole chain. Default: 0. */
  readonly restoreHeight?: number;
}
/** Options of `watchWallet`. */
export interface WatchOptions extends WalletOptions {
  readonly address: string;
  /** The secret view key, in hex. */
  readonly viewKey: string;
  /** The secret spend key, in hex: with it the wallet can spend. */
  readonly spendKey?: string;
  /** First block to read. Default: 0. */
  readonly restoreHeight?: number;
}

/** Name of a method on the wire. */
export type WalletMethod = keyof WalletMethods;
/** Parameters of a method. All may be left out; they then have their defaults. */
export type WalletParams<Name extends WalletMethod> = WalletMethods[Name]['params'];
/** Result of a method. Empty lists and fields at their default are left out. */
export type WalletResult<Name extends WalletMethod> = WalletMethods[Name]['result'];

/** Options of a call. */
export interface WalletCallOptions {
  /** Rejects the call. With `autoRefresh: false` an aborted `refresh` also stops reading; all else goes on to its end. */
  readonly signal?: AbortSignal;
  /** For methods that send: a call with a key that was used before is not sent again, and has the first one's answer. */
  readonly idempotencyKey?: string;
}

/** Data of each event. */
export interface WalletEvents {
  /** Progress of reading, the node in use, and problems. */
  readonly status: WalletResult<'x_status'>;
  /** Records of the wallet changed: the lowest height at which the history changed, or Infinity. */
  readonly changed: { readonly history_from: number };
  /** Transactions that pay this wallet were first seen, or got into a block. */
  readonly received: { readonly txids: readonly string[] };
  /** The wallet has new entries for `call('x_events')`. */
  readonly recorded: Readonly<Record<string, never>>;
  /** The wallet was closed; closed: by `close()`. */
  readonly closed: { readonly reason: 'closed' | 'locked' | 'taken_over' | 'stopped' };
}
/** An event with its type. */
export type OstroEvent = {
  readonly [Type in keyof WalletEvents]: { readonly type: Type; readonly data: WalletEvents[Type] };
}[keyof WalletEvents];

/** An open wallet. */
export interface OstroWallet extends AsyncDisposable {
  /** Calls a method under its name on the wire. Rejects with OstroError, or with the reason of an aborted signal. */
  call<Name extends WalletMethod>(
    method: Name,
    params?: WalletParams<Name>,
    options?: WalletCallOptions,
  ): Promise<WalletResult<Name>>;
  /** Calls `listener` for each event of the type. Returns a function that removes the listener. */
  on<Type extends keyof WalletEvents>(type: Type, listener: (data: WalletEvents[Type]) => void): () => void;
  /** All events from now on, until the signal is aborted or the wallet is closed. */
  events(options?: { readonly signal?: AbortSignal }): AsyncIterableIterator<OstroEvent>;
  /** Closes the wallet and ends its workers. Everything was stored with the call that changed it. */
  close(): Promise<void>;
}

/** A storage that the package has. */
export interface BuiltInStorage {
  readonly kind: 'memory' | 'indexedDB';
}
/**
 * Wallets in a database, from `postgres(url)`. Its wallets share a few connections, which end with the last open one. A wallet
 * is open in one program at a time: another one gets OstroError `wallet_open_elsewhere`, and takes over from a program that
 * ended or stalled within ten seconds. A program that lost its wallet hears the event `closed`.
 */
export interface DatabaseStorage {
  readonly kind: 'postgres';
  /** Names of the wallets. */
  list(): Promise<readonly string[]>;
}
/** Content of a wallet's two files, as `WalletStorage.read` gives it. */
export interface StoredWallet {
  /** Identifies the content of both files: the same version means the same content. */
  readonly version: string;
  /** Content of NAME; undefined when the file does not exist. */
  readonly cache?: Uint8Array | undefined;
  /** Content of NAME.keys; undefined when the file does not exist. */
  readonly keys?: Uint8Array | undefined;
  /** The value that was given to `remember`, if the wallet has not changed since. */
  readonly copy?: string | undefined;
}
/**
 * A storage of your own. What it gets is encrypted. When a call resolves, its data must survive a crash; when it rejects,
 * nothing may have been written. All calls except `list` and `read` follow a successful `claim`. The functions run in the thread
 * of the program, as those of `folder(path)` do.
 */
export interface WalletStorage {
  /** Names of the wallets. */
  list(): Promise<readonly string[]>;
  /** Reads both files; undefined if they still have version `known`. Without both files there is no such wallet. */
  read(name: string, known?: string): Promise<StoredWallet | undefined>;
  /** Replaces the given files, each whole or not at all. `aside`: keep the old NAME under another name. */
  write(
    name: string,
    files: {
      readonly cache?: Uint8Array | undefined;
      readonly keys?: Uint8Array | undefined;
      readonly aside?: boolean;
    },
  ): Promise<void>;
  /** Writes `bytes` into NAME at offset `at`, and drops what was behind. */
  append(name: string, at: number, bytes: Uint8Array): Promise<void>;
  /** Removes both files. */
  remove(name: string): Promise<void>;
  /** Reserves the wallet for this program. False when another one has it open. Call `onLost` when another one took it meanwhile. */
  claim(name: string, onLost?: () => void): Promise<boolean>;
  /**
   * Rejects with `ELOCKLOST` unless this program certainly has the wallet now; asked before an answer and before a payment is
   * sent. Without it only writes tell.
   */
  confirm?(name: string): Promise<void>;
  /** Ends the reservation. */
  release(name: string): Promise<void>;
  /** Stores `copy` for the next `read`; undefined removes it. It may be lost. */
  remember(name: string, copy: string | undefined): Promise<void>;
}
