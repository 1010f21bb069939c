/**
 * Everything a wallet knows, as plain records in tables. A `Change` is what a step wants to alter; it is written to
 * the file first and applied to memory after (state.ts). Heights are block heights; times are seconds.
 */
import type { Network } from '../../protocol/address/address.ts';
import type { SubaddressIndex } from '../../ports/scan-pool.ts';

/** The keys and birth of the wallet. Never leaves the worker. */
export interface AccountRecord {
  readonly network: Network;
  readonly spendPublic: Uint8Array;
  readonly viewPublic: Uint8Array;
  readonly viewSecret: Uint8Array;
  /** Absent: watch only. */
  readonly spendSecret?: Uint8Array;
  /** Canonical English name of the word list, empty when the wallet was not made from words. */
  readonly seedLanguage: string;
  readonly restoreHeight: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lookahead: SubaddressIndex;
}

/** An output that is or was ours. Their order (the table's key, 0, 1, 2…) is chain order and never changes: exports are positional. */
export interface OwnedOutput {
  readonly txid: Uint8Array;
  readonly outputIndex: number;
  readonly globalIndex: number;
  readonly key: Uint8Array;
  /** Absent while unknown (watch only). */
  readonly keyImage?: Uint8Array;
  /** A watching wallet wants its key image from the signer; the signer was asked for it. */
  readonly keyImageRequested?: true;
  readonly amount: bigint;
  readonly mask: Uint8Array;
  readonly rct: boolean;
  readonly coinbase: boolean;
  readonly subaddress: SubaddressIndex;
  readonly height: number;
  readonly timestamp: number;
  readonly unlockTime: bigint;
  readonly txPublicKey: Uint8Array;
  readonly pkIndex: number;
  readonly additionalKeys: readonly Uint8Array[];
  /** Spent: `height` 0 while the spending transaction is not mined. */
  readonly spent?: { readonly height: number; readonly txid: Uint8Array };
  readonly frozen: boolean;
  /** The smaller output with the same one-time key that sat here before (burning bug): back after a reorg. */
  readonly replaces?: OwnedOutput;
}

/** Money received by one transaction at one of our addresses (not the change of our own spending). */
export interface Payment {
  readonly txid: Uint8Array;
  readonly subaddress: SubaddressIndex;
  readonly amount: bigint;
  readonly amounts: readonly bigint[];
  /** 0 while in the pool. */
  readonly height: number;
  readonly timestamp: number;
  readonly unlockTime: bigint;
  readonly fee: bigint;
  readonly coinbase: boolean;
  /** 8 bytes (all zero: none) or 32 bytes; absent: none. */
  readonly paymentId?: Uint8Array;
  readonly doubleSpendSeen: boolean;
}

export interface Destination {
  readonly amount: bigint;
  /** As it was typed: integrated addresses stay integrated. */
  readonly address: string;
  /** Index of this address when it belongs to the paying account itself: the money comes back there. */
  readonly minor?: number;
}

/** A transaction that spends our money. */
export interface Outgoing {
  readonly txid: Uint8Array;
  /** pending: built and perhaps relayed, not mined. failed: an input was spent elsewhere, or it was dropped. */
  readonly state: 'pending' | 'failed' | 'confirmed';
  /** 0 unless confirmed. */
  readonly height: number;
  /** Of the block, or of sending. */
  readonly timestamp: number;
  readonly amountIn: bigint;
  /** Change that returns to the spending account (everything, when paying oneself inside one account). */
  readonly change: bigint;
  readonly fee: bigint;
  readonly account: number;
  readonly subaddresses: readonly number[];
  /** Known for transactions made here. */
  readonly destinations: readonly Destination[];
  readonly paymentId?: Uint8Array;
  readonly unlockTime: bigint;
  readonly keyImages: readonly Uint8Array[];
  /** The whole transaction while pending, for handing it to a node again. */
  readonly blob?: Uint8Array;
  /** handed: a node took it. unknown: the answer was lost. unsent: not handed to any node yet. */
  readonly relay?: 'unsent' | 'unknown' | 'handed';
  /** Signed by the other half of this wallet, which kept the keys of the transaction. */
  readonly keysElsewhere?: true;
  /** Pool looks in a row that did not see it. */
  readonly missing?: number;
  /** How often in a row a node refused it when it was handed over again. */
  readonly refused?: number;
}

export interface TxKeys {
  readonly key: Uint8Array;
  readonly additional: readonly Uint8Array[];
}
/** The ring that was chosen for one of our outputs: kept, so that a retry cannot intersect two rings. */
export interface Ring {
  /** Absolute global indices, ascending, the real one among them. */
  readonly indices: readonly number[];
}
export interface BookEntry {
  readonly address: string;
  readonly description: string;
  readonly paymentId?: Uint8Array;
}
/** Settings that travel with the wallet. */
export interface Settings {
  readonly autoLockMinutes: number;
  readonly node?: {
    readonly address: string;
    readonly username: string;
    readonly password: string;
    readonly trusted: boolean;
  };
}

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
  /** Key: key image in hex, the one-time key while the image is unknown. */
  rings: Ring;
  /** What the signer told of outputs that this wallet can only watch; it outlives a rescan. Key: one-time key in hex. */
  keyImages: Uint8Array;
  notes: string;
  attributes: string;
  /** Labels of one account's addresses, key: major. The first is the account's own. */
  labels: readonly string[];
  /** Tag -> description. */
  tags: string;
  /** Account -> tag. */
  accountTags: string;
  book: BookEntry;
}
export type TableName = keyof Tables;

export type Put = {
  readonly [T in TableName]: { readonly table: T; readonly key: string; readonly value: Tables[T] };
}[TableName];
export interface Delete {
  readonly table: TableName;
  readonly key: string;
}
/** Block hashes: cut to `keep` blocks (heights below `keep` stay), then append. `base` starts afresh at a height. */
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
