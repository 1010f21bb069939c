/** What the sync needs, what it reports, and what the rest of the wallet may ask of it. */
import type { PublicKey } from '../../base/brands.ts';
import type { BlockSource, ChainTip } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CryptoWorkers } from '../../ports/crypto-workers.ts';
import type { NodeControl } from '../../ports/node-control.ts';
import type { Random } from '../../ports/random.ts';
import type { ScanPool, SubaddressIndex } from '../../ports/scan-pool.ts';
import type { TxRelay } from '../../ports/tx-relay.ts';
import type { HeardTip } from '../spend/node-cache.ts';
import type { Ledger } from '../state/state.ts';

/** Rows of the table of addresses of one account that are being computed already (see widenRows). */
export interface EarlyRows {
  readonly spendPublic: PublicKey;
  readonly rows: Promise<readonly Uint8Array[]>;
}

export interface SyncDeps {
  readonly blocks: BlockSource & Pick<NodeControl, 'node'>;
  readonly relay: TxRelay;
  readonly pool: ScanPool;
  readonly cryptoWorkers: CryptoWorkers;
  readonly early?: EarlyRows;
  readonly clock: Clock;
  readonly random: Random;
  readonly ledger: Ledger;
}

export interface SyncStatus {
  /** idle: not started. reading: behind the tip. done: at the tip. waiting: the node does not answer. */
  readonly phase: 'idle' | 'reading' | 'done' | 'waiting';
  readonly height: number;
  readonly targetHeight: number;
  readonly startHeight: number;
  readonly blocksPerSecond: number;
  /** 0 while unknown. */
  readonly secondsLeft: number;
  readonly devnet: boolean;
  /** Blocks below `height` are read again for spends (search-spends.ts), up to `targetHeight`: how far. */
  readonly searchHeight?: number;
  readonly problem?: { readonly fault: string; readonly data: unknown; readonly since: number };
}

export interface Refreshed {
  readonly blocksFetched: number;
  readonly receivedMoney: boolean;
}

export interface Sync {
  readonly status: SyncStatus;
  readonly tip: ChainTip | undefined;
  readonly lastHeard: HeardTip | undefined;
  /**
   * Catches up once, with a pass that asks for the tip after this call. Faults: the node's, chain_mismatch,
   * reorg_too_deep; cancelled when it is stopped.
   */
  refresh(startHeight?: number): Promise<Refreshed>;
  /** Resolves when the scan pool has our keys and addresses. */
  prepared(): Promise<void>;
  /** Asks the node what waits in its pool. Faults: the node's. */
  lookAtPool(): Promise<void>;
  /** Keeps up by itself every `seconds`. */
  start(seconds: number): void;
  /** Keeps up more rarely while the page is hidden, and at once when it is visible again. */
  hide(hidden: boolean): void;
  stop(): Promise<void>;
  /** Overwrites the table of addresses. Nothing may be under way or begin afterwards. */
  forget(): void;
  /** Labels changed: scan for the new addresses too. */
  tableChanged(): Promise<void>;
  /** The account has other keys: everything is looked for anew. Nothing may be under way. */
  keysChanged(): Promise<void>;
  /** The index of the address with this spend key, look-ahead included; undefined when it is not ours. */
  indexOf(spendPublic: PublicKey): Promise<SubaddressIndex | undefined>;
  onStatus(listener: (status: SyncStatus) => void): void;
  onChange(listener: () => void): void;
}
