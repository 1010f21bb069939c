/** Types of the sync: its parts, its reports, its functions for the wallet. */
import type { PublicKey } from '../../base/brands.ts';
import type { Fault } from '../../base/fault.ts';
import type { BlockSource, ChainTip } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CryptoWorkers } from '../../ports/crypto-workers.ts';
import type { LightServers } from '../../ports/light-server.ts';
import type { NodeControl } from '../../ports/node-control.ts';
import type { Random } from '../../ports/random.ts';
import type { RuleSource } from '../../ports/rule-source.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { Traffic } from '../../ports/traffic.ts';
import type { Tower } from '../../kernel/tower.ts';
import type { KnownRules } from '../../protocol/block/known-rules.ts';
import type { Nodes } from '../nodes/nodes.ts';
import type { Receivers } from '../nodes/receivers.ts';
import type { FetchedTip } from '../spend/node-cache.ts';
import type { DataUsed, Gap } from '../state/records/gaps.ts';
import type { MobileData } from '../state/records/settings.ts';
import type { Ledger } from '../state/state.ts';
import type { RulesWatch } from './rules-watch.ts';
import type { SharedBlocks } from './shared-blocks.ts';

/** Rows of the address table of one account, whose computation has started already (see widenRows). */
export interface EarlyRows {
  readonly spendPublic: PublicKey;
  readonly rows: Promise<readonly Uint8Array[]>;
}

export interface SyncDeps {
  readonly blocks: BlockSource & RuleSource & Pick<NodeControl, 'node' | 'shared'>;
  /** Absent: the wallet reads alone. */
  readonly sharedBlocks?: SharedBlocks | undefined;
  readonly receivers: Receivers;
  /** Absent: the wallet reads from one node. */
  readonly nodes?: Pick<Nodes, 'choose' | 'tracked' | 'comparison' | 'relayInUse'>;
  readonly pool: ScanPool;
  readonly cryptoWorkers: CryptoWorkers;
  readonly early?: EarlyRows;
  readonly clock: Clock;
  readonly random: Random;
  readonly ledger: Ledger;
  /** Absent: no light-wallet server can be used. */
  readonly lightServers?: LightServers | undefined;
  /** Absent: nothing is counted. */
  readonly traffic?: Traffic | undefined;
  /** Default: the rules that this build knows. */
  readonly rules?: KnownRules | undefined;
  /** Absent: the readable one. */
  readonly loadTower?: (() => Promise<Tower>) | undefined;
}

/** The browser's word on the device's link: `metered` costs by the byte. */
export type LinkKind = 'metered' | 'free' | 'unknown';

/**
 * The person's choice for the blocks that are missing now: read all in order, first those of the last day, or first those from
 * this height on.
 */
export type OrderAnswer = 'all' | 'newest' | number;

/** The input of newest-first.ts. */
export interface NewestFirst {
  link: LinkKind;
  answer: OrderAnswer | undefined;
}

/** The blocks that the wallet has not read yet, and the data it used. */
export interface Missing {
  /** The lowest gap comes first. */
  readonly gaps: readonly Gap[];
  readonly link: LinkKind;
  /** Absent: the person has not chosen. */
  readonly mobileData: MobileData | undefined;
  /** A gap is read between the passes, on this link. */
  readonly reading: boolean;
  /** This wallet can read newer blocks first. */
  readonly possible: boolean;
  readonly used: DataUsed;
}

/** The questions to a light-wallet server (read-light.ts). */
export interface LightReading {
  /** When the server answered last, in milliseconds; 0: not since this wallet was opened. */
  answeredAt: number;
  /** waiting: the account waits for the server's operator. */
  problem: Fault | 'waiting' | undefined;
  /** The last question, by time and server. */
  asked: { readonly at: number; readonly address: string } | undefined;
  /** When waiting payments were sent to the node again, in milliseconds. */
  resentAt: number;
}

export interface SyncStatus {
  /**
   * idle: not started. reading: behind the tip. done: at the tip, though there may be gaps. waiting: a pass failed, see
   * `problem`. asking: many blocks are missing, and the person chooses which to read first.
   */
  readonly phase: 'idle' | 'reading' | 'done' | 'waiting' | 'asking';
  readonly height: number;
  readonly targetHeight: number;
  readonly startHeight: number;
  readonly blocksPerSecond: number;
  /** 0 when unknown. */
  readonly secondsLeft: number;
  readonly devnet: boolean;
  /** When a pass last ended at the tip, in milliseconds since 1970; absent before the first. */
  readonly lastPass?: number;
  /** While blocks below `height` are searched for spends (search-spends.ts): the position, up to `targetHeight`. */
  readonly searchHeight?: number;
  readonly problem?: { readonly fault: string; readonly data: unknown; readonly since: number };
  /** A payment that is being proved: which part of it. */
  readonly proving?: Proving | undefined;
}

/** hiding: blinds of `of` inputs are prepared, those of `done` are ready. proving: the proof of all of them is made. */
export interface Proving {
  readonly step: 'hiding' | 'proving';
  readonly done: number;
  readonly of: number;
}

export interface Refreshed {
  readonly blocksFetched: number;
  readonly receivedMoney: boolean;
}

/** The coins that may be spent in blocks that are not read yet (unread-spends.ts). */
export interface UnreadSpends {
  /**
   * Asks the relay about the blocks that are not read yet. Does nothing when no relay is in use, or when it cannot tell of
   * all blocks. Faults: the relay's.
   */
  read(): Promise<void>;
  /** True while a relay is in use and all unread blocks except the newest are known. */
  readonly known: boolean;
  /** One-time keys, in hex, of coins that may be spent in unread blocks, as far as they are known. */
  doubtful(): ReadonlySet<string>;
}

export interface Sync {
  readonly status: SyncStatus;
  readonly tip: ChainTip | undefined;
  readonly lastTip: FetchedTip | undefined;
  /** Rules that this build does not know: those of the chain, and those that are planned. */
  readonly rules: Pick<RulesWatch, 'newer' | 'next' | 'closed' | 'proving' | 'requireSending'>;
  /**
   * Runs a pass that starts after this call. It skips blocks below `startHeight` that are not read yet: the wallet does not
   * learn what they pay or spend. Faults: the node's, chain_mismatch, reorg_too_deep, newer_rules; cancelled when `stop` is called.
   */
  refresh(startHeight?: number): Promise<Refreshed>;
  /** Resolves when the scan pool has our keys and addresses. */
  prepared(): Promise<void>;
  /** Reads the node's pool and commits the changes. Faults: the node's. */
  readPool(): Promise<void>;
  /** Starts passes about every `seconds` seconds. */
  start(seconds: number): void;
  /** Sets the kind of the device's link, if the browser says so. */
  setLink(link: LinkKind): void;
  /** Answers the phase `asking`. The next pass follows it. */
  choose(answer: OrderAnswer): void;
  setMobileData(mode: MobileData): Promise<void>;
  readonly missing: Missing;
  /** The light-wallet server in use: when it answered last, and why it does not. */
  readonly light: Readonly<Pick<LightReading, 'answeredAt' | 'problem'>>;
  /** Reads all gaps on any link. */
  readGaps(): Promise<void>;
  readonly unreadSpends: UnreadSpends;
  /** Asks the node less often while the page is hidden, and at once when it becomes visible. */
  hide(hidden: boolean): void;
  /** Ends the passes. `limitMs`: how long it waits for a pass that does not end, before the wallet is closed. */
  stop(limitMs?: number): Promise<void>;
  /** Overwrites the address table with zeros. The caller has stopped the sync. */
  forget(): void;
  /** Labels have changed: scan for the new addresses, too. */
  tableChanged(): Promise<void>;
  /** The account has other keys: builds the address table anew. The caller has stopped the sync. */
  keysChanged(): Promise<void>;
  /** The index of the address with this spend key, look-ahead included; undefined when it is not ours. */
  indexOf(spendPublic: PublicKey): Promise<SubaddressIndex | undefined>;
  onStatus(listener: (status: SyncStatus) => void): void;
  /** Reports a payment that is being proved; undefined: none is. Absent in releases. */
  readonly showProving?: (proving: Proving | undefined) => void;
}
