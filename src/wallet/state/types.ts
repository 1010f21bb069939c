/**
 * Everything that a wallet knows, as plain records in tables. A `Change` lists records to put and to delete; it is
 * first written to the file, then applied to memory (state.ts). Heights are block heights, times are seconds, amounts
 * piconero.
 */
import type { KeyImage, Point, PublicKey, Scalar, SecretKey, TxId } from '../../base/brands.ts';
import type { Network } from '../../protocol/address/address.ts';
import type { SubaddressIndex } from '../../ports/scan-pool.ts';
import type { PolyseedLanguage } from '../../protocol/mnemonic/polyseed/word-lists.ts';
import type { PasswordBox } from '../../ports/wallet-files.ts';
import type { RELAYED } from './relay.ts';

/** Keys and birth height of the wallet. Never leaves the worker. */
export interface AccountRecord {
  readonly network: Network;
  readonly spendPublic: PublicKey;
  readonly viewPublic: PublicKey;
  readonly viewSecret: SecretKey;
  /** Absent in a view-only wallet, and in a multisig wallet, where no signer has it. */
  readonly spendSecret?: SecretKey;
  /** Present if this wallet is a multisig signer. */
  readonly multisig?: MultisigRecord;
  /** English name of the word list; empty when the wallet was not restored or created from words. */
  readonly seedLanguage: string;
  /** Present if the wallet was made from 16 words. */
  readonly polyseed?: PolyseedRecord;
  readonly restoreHeight: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lookahead: SubaddressIndex;
}

/**
 * A Polyseed without its password: 19 bytes, its date in twelfths of a year since November 2021, and its language.
 */
export interface PolyseedRecord {
  readonly secret: Uint8Array;
  readonly birthday: number;
  readonly language: PolyseedLanguage;
}

/**
 * One signer's part of a multisig account. Before the main rounds of the key exchange are complete, the account's
 * `spendPublic` is the identity (01 00…), since there is no address yet.
 * Upstream: `m_multisig_*` of `wallet2`, `account_keys::m_multisig_keys`.
 */
export interface MultisigRecord {
  /** M in "M of N". */
  readonly threshold: number;
  /** Base public keys of all N signers, ours included, in the order of the account's first record. */
  readonly signers: readonly PublicKey[];
  /**
   * Secret of our base key. It identifies this signer and signs its messages, but cannot spend by itself. The
   * reference stores it as the spend secret.
   */
  readonly signerSecret: SecretKey;
  /** Our shares of the spend key; after the main rounds multiplied by their aggregation coefficients. */
  readonly keys: readonly SecretKey[];
  /** Finished rounds of the key exchange: N - M + 1 main ones, then one in which all signers confirm the address. */
  readonly rounds: number;
  /** Keys in our message of the current round; empty after the main rounds. */
  readonly derivations: readonly Point[];
}

/** Multisig data of an output. */
export interface MultisigOutput {
  /** Our nonces of the last export. Each signs once: the commit before its use deletes it. */
  readonly nonces: readonly Scalar[];
  /**
   * The copy of the wallet file (`WalletFile.copy`) that drew `nonces`; in another copy they must not be used.
   * Absent: there are no nonces, or an older version drew them, and then they must not be used either.
   */
  readonly copy?: string;
  /**
   * The last multisig infos of the other signers, ascending by signer; empty if none was imported for this output.
   */
  readonly infos: readonly MultisigInfo[];
}
export interface MultisigInfo {
  readonly signer: PublicKey;
  /** L = k·G and R = k·Hp(output key) of each of the signer's nonces. */
  readonly nonces: readonly { readonly L: Point; readonly R: Point }[];
  /** Each of the signer's key shares times Hp(output key). */
  readonly partialKeyImages: readonly Point[];
}

/**
 * An output that is or was ours. The table's keys (0, 1, 2…) are in chain order and do not change, since exports
 * refer to outputs by index.
 */
export interface OwnedOutput {
  readonly txid: TxId;
  readonly outputIndex: number;
  readonly globalIndex: number;
  readonly key: PublicKey;
  /** Absent when unknown: in a view-only wallet, and in multisig before the other signers' parts were imported. */
  readonly keyImage?: KeyImage;
  /**
   * In a view-only wallet: it must request the key image from the signing device. In the signing device: the key
   * image was requested.
   */
  readonly keyImageRequested?: true;
  readonly amount: bigint;
  readonly mask: Scalar;
  readonly rct: boolean;
  readonly coinbase: boolean;
  readonly subaddress: SubaddressIndex;
  readonly height: number;
  readonly timestamp: number;
  readonly unlockTime: bigint;
  readonly txPublicKey: PublicKey;
  readonly pkIndex: number;
  readonly additionalKeys: readonly PublicKey[];
  /** `height` is 0 until the spending transaction is mined. */
  readonly spent?: { readonly height: number; readonly txid: TxId };
  readonly frozen: boolean;
  /** The smaller output with the same one-time key that this one replaced (burning bug). A reorg may restore it. */
  readonly replaces?: OwnedOutput;
}

/** Money that one transaction pays to one of our addresses, except change of our own payments. */
export interface Payment {
  readonly txid: TxId;
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
  /** As the user typed it: an integrated address stays integrated. */
  readonly address: string;
  /** Minor index of this address if it belongs to the paying account, so that the money returns there. */
  readonly minor?: number;
}

/** A transaction that spends our money. */
export interface Outgoing {
  readonly txid: TxId;
  /** pending: built and perhaps relayed, not mined. failed: another transaction spent an input, or it was dropped. */
  readonly state: 'pending' | 'failed' | 'confirmed';
  /** 0 unless confirmed. */
  readonly height: number;
  /** Seconds: of the block, or of sending. */
  readonly timestamp: number;
  readonly amountIn: bigint;
  /** Change that returns to the paying account (when an account pays itself: everything but the fee). */
  readonly change: bigint;
  readonly fee: bigint;
  readonly account: number;
  readonly subaddresses: readonly number[];
  /** Known for transactions made in this wallet. */
  readonly destinations: readonly Destination[];
  readonly paymentId?: Uint8Array;
  readonly unlockTime: bigint;
  readonly keyImages: readonly KeyImage[];
  /** The whole transaction while pending, to relay it again. */
  readonly blob?: Uint8Array;
  /** RELAYED: a node accepted it. unknown: the node's answer was lost. unsent: no node has its bytes yet. */
  readonly relay?: 'unsent' | 'unknown' | typeof RELAYED;
  /** Address of the node that got its bytes last. Absent: none, or an earlier version sent it. */
  readonly sentTo?: string;
  /** The signing device built it and has the transaction keys. */
  readonly keysElsewhere?: true;
  /** Number of pool reads in a row that did not find it. */
  readonly missing?: number;
  /** Number of times in a row that a node refused it when it was relayed again. */
  readonly refused?: number;
  /** Only for failed ones: no byte was sent, so it cannot be mined. */
  readonly notSent?: true;
}

/**
 * A payment that no node has yet. This wallet made it and other devices must sign it, or it was read from one of
 * them. Its inputs are bound until one is seen spent or the user discards it (unsent.ts).
 */
export interface UnsentPayment {
  /** Seconds. */
  readonly madeAt: number;
  readonly account: number;
  /** For each transaction, the one-time keys of the outputs that it spends. */
  readonly inputs: readonly (readonly Uint8Array[])[];
  readonly destinations: readonly Destination[];
  readonly fee: bigint;
  readonly change: bigint;
  /** Becomes the note of the transactions when they are submitted. */
  readonly note: string;
  /**
   * The encrypted set: for the signing device, or, in multisig, the one with the most signatures read here. Absent if
   * a signed set was read that this wallet did not request.
   */
  readonly set?: Uint8Array;
  /** The set from the signing device, and its differences from the request. */
  readonly signed?: { readonly set: Uint8Array; readonly differs: readonly SignedDifference[] };
  /** Public keys of the signers whose signatures are in `set`; empty without multisig. */
  readonly signers: readonly PublicKey[];
}
/** A difference between a signed and a requested payment. `unasked`: this wallet did not request it. */
export type SignedDifference =
  | 'unasked'
  | 'transactions'
  | 'inputs'
  | 'rings'
  | 'payees'
  | 'amount'
  | 'fee'
  | 'change'
  | 'locked'
  | 'outputs';

/** A round in which every signer sends a message to every other one. */
export interface SignerRound {
  /** Round of the key exchange, from 1; 0: exchange of multisig info. */
  readonly round: number;
  /** The chosen threshold, before round 1; then 0, since the account contains it. */
  readonly threshold: number;
  readonly total: number;
  /** Our message, if it cannot be computed again (multisig info). */
  readonly own?: Uint8Array;
  /** Multisig info only: the copy of the wallet file that drew its nonces (`WalletFile.copy`). */
  readonly copy?: string;
  /** Messages of the others, one per signer. */
  readonly others: readonly { readonly signer: PublicKey; readonly message: Uint8Array }[];
  /** Multisig info only: the infos of the others were imported. */
  readonly taken?: true;
}

export interface TxKeys {
  readonly key: SecretKey;
  readonly additional: readonly SecretKey[];
}
/**
 * The ring chosen for one of our outputs. It is stored so that another attempt uses the same ring: the output would
 * be the only member that two different rings have in common.
 */
export interface Ring {
  /** Global indices, ascending, the real one among them. */
  readonly indices: readonly number[];
}
/** The indices requested from nodes for one of our outputs: stored, so that all requests name the same ones. */
export interface Draw {
  /** Global indices in the order in which they fill the ring: the real one, then decoys as drawn. */
  readonly indices: readonly number[];
  /** The node that was asked. Absent in records of earlier versions, which had one node. */
  readonly asked?: AskedOf;
}
/** Number of RingCT outputs on the chain after a block. */
export interface OutputCount {
  readonly count: number;
  /** From a node's distribution; absent: from a scanned block. */
  readonly said?: true;
}
export interface BookEntry {
  readonly address: string;
  readonly description: string;
  readonly paymentId?: Uint8Array;
}
/** How this wallet scans without its spend key (wallet/background). */
export interface BackgroundSync {
  /** reuse: this file, with the key locked away. custom: a copy without the key and with its own password. */
  readonly type: 'reuse' | 'custom';
  /** reuse: the spend key encrypted with the password. Absent: the wallet has no file. */
  readonly box?: PasswordBox;
  /** custom: the password of the copy. */
  readonly password?: string;
  /** The key is locked away now. */
  readonly away?: true;
  /** This file is such a copy. */
  readonly copy?: true;
}
/** A transaction that may spend outputs of ours, since their key images were unknown when it was scanned. */
export interface MaybeSpending {
  readonly txid: TxId;
  readonly height: number;
  readonly timestamp: number;
  readonly fee: bigint;
  readonly unlockTime: bigint;
  readonly keyImages: readonly KeyImage[];
}
/**
 * Blocks from height `from` to `to - 1`, which were scanned before the key images of some outputs were known. They
 * are scanned again for spends of these outputs; those from `next` on are left.
 */
export interface SpendSearch {
  readonly from: number;
  readonly next: number;
  readonly to: number;
  /** Id of block `next - 1` as scanned again; absent at the beginning. */
  readonly last?: Uint8Array;
}
/** Which node was asked, and which choice of the person was valid then (`NodeList.chosenAt`). */
export interface AskedOf {
  readonly node: string;
  readonly choice: number;
}
/** A node with its login; no login: empty texts. */
export interface StoredNode {
  readonly address: string;
  readonly username: string;
  readonly password: string;
  readonly trusted: boolean;
}
/** Settings stored in the wallet file. */
export interface Settings {
  readonly autoLockMinutes: number;
  readonly background?: BackgroundSync;
  /** The user has accepted that multisig is experimental. */
  readonly multisigEnabled?: true;
  /** Written by earlier versions, which had one node. */
  readonly node?: StoredNode;
  /** See NodeList in src/wallet/nodes/node-list.ts. */
  readonly nodes?: {
    readonly nodes: readonly StoredNode[];
    readonly send: string;
    readonly compare: string;
    readonly chosenAt: number;
  };
  /** The wallet is offline and signs for another device. */
  readonly cold?: boolean;
}

/** What a web site may do with this wallet, and what it did (wallet/sites). */
export interface SiteRecord {
  /** Scheme, host and port as the browser names them: the site's identity. */
  readonly origin: string;
  /** Seconds. */
  readonly since: number;
  readonly lastUsed: number;
  /** False: the site gave its permissions back, and must ask again. */
  readonly connected: boolean;
  /** Index of the site's own account: an ordinary account, which pages list apart from the person's. */
  readonly account: number;
  /** Indices of the accounts that it may read; its own is not among them unless reading was granted. */
  readonly read: readonly number[];
  /** Absent: it may not ask for payments. */
  readonly spend?: SiteSpending;
  /** Oldest first; at most 200. */
  readonly log: readonly SiteLogEntry[];
}
export interface SiteSpending {
  /** The account that pays. */
  readonly account: number;
  /** Absent: the person confirms each payment. */
  readonly budget?: SiteBudget;
}
/** What a site may spend unasked, fees included. */
export interface SiteBudget {
  /** Piconero in one period. */
  readonly amount: bigint;
  readonly period: BudgetPeriod;
  /** Seconds: not valid from then on. */
  readonly expires: number;
  /** Piconero spent or reserved in the present period. */
  readonly spent: bigint;
  /** Seconds: when the present period began. */
  readonly from: number;
}
export type BudgetPeriod = 'day' | 'week' | 'month';
export interface SiteLogEntry {
  /** Seconds. */
  readonly at: number;
  readonly method: string;
  readonly outcome: SiteOutcome;
  /** Piconero that left the account, fee included. */
  readonly amount?: bigint;
  /** In hex. */
  readonly txid?: string;
}
/** refused: not permitted, or not understood. rejected: by the person. failed: by the wallet or the node. */
export type SiteOutcome = 'done' | 'refused' | 'rejected' | 'failed';

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
  /** Key images that the signing device or the other signers sent. A rescan keeps them. Key: one-time key in hex. */
  keyImages: Uint8Array;
  /** Key: one-time key in hex. A rescan keeps them. */
  multisigOutputs: MultisigOutput;
  /** In chain order. Key: txid in hex. */
  maybeSpending: MaybeSpending;
  /** One record, key ''. Absent: no block must be scanned again. */
  spendSearch: SpendSearch;
  /** Key: hash of its first transaction before any signature, in hex. */
  unsentPayments: UnsentPayment;
  /** Key: `keys` (key exchange) or `coins` (multisig info). */
  signerRounds: SignerRound;
  notes: string;
  attributes: string;
  /** Labels of one account's addresses; the first is the account's. Key: major index. */
  labels: readonly string[];
  /** Tag -> description. */
  tags: string;
  /** Account -> tag. */
  accountTags: string;
  book: BookEntry;
  /** Key: origin. */
  sites: SiteRecord;
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
