/** Interface of a wallet that the server answers for: in this process (node-host.ts), or elsewhere, for tests. */
import type { StoredWallets } from '../ports/wallet-files.ts';
import type { WalletFolder } from '../ports/wallet-folder.ts';
import type { Flags } from './flags/flags.ts';

export interface HostedOptions {
  /** Callers may look and not change. */
  readonly restricted: boolean;
  /** The version of monero-wallet-rpc that answers resemble. */
  readonly compat: Flags['compat'];
  /** Null: no wallet can be made or opened by name. */
  readonly folder: WalletFolder | StoredWallets | null;
  /** The only wallet of the folder that may be used. */
  readonly only: string | undefined;
  readonly network: Flags['network'];
  /** Only nodes of a regtest chain. */
  readonly regtest: boolean;
  /** Gets a line about each error that is a bug. */
  readonly onBug: (line: string) => void;
  /** The server has other wallets, too. */
  readonly oneOfSeveral?: boolean;
  /** Threads that scan. */
  readonly threads: number;
  /** Gets every request to a node or a resolver. */
  readonly proxy: Flags['proxy'];
  /** TLS settings of the node of the command line. */
  readonly nodeTls: Flags['nodeTls'];
}

export interface HostEvent {
  readonly type: string;
  readonly data: {
    readonly reason?: string;
    readonly categories?: string;
    readonly txids?: readonly string[];
  };
}

/** A session with at most one open wallet. Envelopes are text, with exact numbers. */
export interface Hosted {
  /** A call of another program, which may make it again with the same key. */
  readonly ask: (envelope: string, idempotencyKey?: string) => Promise<string>;
  /** A call of ours, with all rights. */
  readonly request: (envelope: string) => Promise<string>;
  readonly on: (listener: (event: HostEvent) => void) => Promise<void>;
  /** Ends it. */
  readonly stop: () => Promise<void>;
  /** Settles with the reason when it has ended by itself. */
  readonly endedByItself: Promise<string>;
}

export interface WalletHost {
  readonly open: (options: HostedOptions) => Promise<Hosted>;
  readonly stop: () => Promise<void>;
  readonly endedByItself: Promise<string>;
}
