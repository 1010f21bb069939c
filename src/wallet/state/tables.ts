/**
 * Everything that a wallet knows, as plain records (records/) in tables. A `Change` lists records to put and to delete;
 * it is first written to the file, then applied to memory (state.ts).
 */
import type { KeyImage } from '../../base/brands.ts';
import type { AccountRecord } from './records/account.ts';
import type { EventLog, WalletEvent, WatchedPayment } from './records/events.ts';
import type { DataUsed, Gap, KeptBlocks } from './records/gaps.ts';
import type { KeyedCall } from './records/keyed-calls.ts';
import type { LightServerUse, NamedTransaction } from './records/light-server.ts';
import type { LightTransaction } from './records/light.ts';
import type { MultisigOutput, SignerRound } from './records/multisig.ts';
import type { Draw, MaybeSpending, OutputCount, OwnedOutput, Ring, SpendSearch } from './records/outputs.ts';
import type { Outgoing, Payees, Payment, TxKeys, UnsentPayment } from './records/payments.ts';
import type { RelayedBlocks, RelayLie } from './records/relayed-blocks.ts';
import type { RequestRecord } from './records/requests.ts';
import type { BookEntry, Settings } from './records/settings.ts';
import type { SiteRecord } from './records/sites.ts';
import type { TreeState } from './records/tree.ts';

/** Table name -> its record. Keys are texts; `outputs` is keyed by position, txids by hex. */
export interface Tables {
  /** One record, key ''. */
  account: AccountRecord;
  /** One record, key ''. */
  settings: Settings;
  outputs: OwnedOutput;
  /** Key `${txid}:${major}:${minor}`. */
  payments: Payment;
  outgoing: Outgoing;
  txKeys: TxKeys;
  /** From a companion (wallet/companion), until the scan finds the transaction. Key: txid in hex. */
  payees: Payees;
  /** Outputs to freeze when the scan finds them. Key: one-time key in hex. */
  toFreeze: true;
  /** Key: key image in hex, or the one-time key while the key image is unknown. */
  rings: Ring;
  /** Keys as in `rings`. Committed before a node is asked. Neither a reorg nor a rescan deletes one. */
  draws: Draw;
  /** Key: height of a block. Not of all blocks: the older, the fewer (ledger/output-counts.ts). */
  outputCounts: OutputCount;
  /** One record, key '': block count of the longest chain seen, written when a reorg removes blocks. */
  highest: number;
  /**
   * One record, key '': blocks from this height on are doubtful, since a node gave a false answer
   * (sync/read-again.ts).
   */
  readAgain: number;
  /** One record, key ''. Absent: no block was read through a relay. A rescan deletes it. */
  relayed: RelayedBlocks;
  /** Relays that said something else than other nodes: compact blocks are not read from them. Key: address. */
  relayLies: RelayLie;
  /** Blocks that were left out to read newer ones first. Key: the height at which it began. */
  gaps: Gap;
  /** Blocks above the lowest gap. Key: height of the first. */
  keptBlocks: KeptBlocks;
  /** One record, key ''. A rescan keeps it. */
  dataUsed: DataUsed;
  /** Key images that the signing device or the other signers sent. A rescan keeps them. Key: one-time key in hex. */
  keyImages: KeyImage;
  /** Key: one-time key in hex. A rescan keeps them. */
  multisigOutputs: MultisigOutput;
  /** In chain order. Key: txid in hex. */
  maybeSpending: MaybeSpending;
  /** Only with the setting `lightWallet`. In chain order. Key: txid in hex. */
  lightTransactions: LightTransaction;
  /** One record, key '': the light-wallet server that this wallet uses, or used (wallet/light-server). */
  lightServer: LightServerUse;
  /** The outputs that this server named, checked as far as keys can. Key: one-time key in hex. */
  namedOutputs: OwnedOutput;
  /** Transactions that this server named, and that pay the wallet or spend its outputs. Key: txid in hex. */
  namedTransactions: NamedTransaction;
  /** One record, key ''. Absent: no block must be scanned again. */
  spendSearch: SpendSearch;
  /** Key: hash of its first transaction before any signature, in hex. */
  unsentPayments: UnsentPayment;
  /** Key: `keys` (key exchange) or `coins` (multisig info). */
  signerRounds: SignerRound;
  /** One record, key ''. Absent in builds that do not read the tree of outputs. */
  treeState: TreeState;
  /** Rows of the tree of outputs (protocol/fcmp/stored-cache.ts). */
  tree: Uint8Array;
  notes: string;
  attributes: string;
  /** Labels of one account's addresses; the first is the account's. Key: major index; of a change also `labels.ts`. */
  labels: readonly string[];
  /** Tag -> description. */
  tags: string;
  /** Account -> tag. */
  accountTags: string;
  book: BookEntry;
  /** Key: origin. */
  sites: SiteRecord;
  /** Key: `${major}:${minor}` of the request's own address. A rescan keeps them. */
  requests: RequestRecord;
  /** Oldest first. Key: the idempotency key. A rescan keeps them. */
  keyedCalls: KeyedCall;
  /** One record, key ''. Absent: no events are written. A rescan keeps it, and the two tables below. */
  eventLog: EventLog;
  /** Oldest first. Key: number of the event. */
  events: WalletEvent;
  /** Keys as in `payments`. */
  watchedPayments: WatchedPayment;
}

export type TableName = keyof Tables;

export type Put = {
  readonly [T in TableName]: { readonly table: T; readonly key: string; readonly value: Tables[T] };
}[TableName];

export interface Delete {
  readonly table: TableName;
  readonly key: string;
}

/** Block hashes: keep those below height `keep`, then append. `base` starts a new list at a height. */
export interface ChainChange {
  readonly base?: number;
  readonly keep?: number;
  /** 32 bytes each. */
  readonly append?: Uint8Array;
  /** Reward of the newest block. */
  readonly reward?: bigint;
}

export interface Change {
  readonly puts: readonly Put[];
  readonly deletes: readonly Delete[];
  readonly chain?: ChainChange;
}
