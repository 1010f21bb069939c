/**
 * Everything a wallet knows, as plain records in tables. A `Change` lists what to put and remove; it is written to
 * the file first and then applied to memory (state.ts). Heights are block heights; times are seconds.
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
  /** Absent: view-only, or multisig, where no signer has it. */
  readonly spendSecret?: SecretKey;
  /** This wallet is one signer of several. */
  readonly multisig?: MultisigRecord;
  /** Canonical English name of the word list, empty when the wallet was not made from words. */
  readonly seedLanguage: string;
  /** The wallet was made from 16 words. */
  readonly polyseed?: PolyseedRecord;
  readonly restoreHeight: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lookahead: SubaddressIndex;
}

/** A Polyseed without its password: 19 bytes, twelfths of a year since November 2021, and the language of its words. */
export interface PolyseedRecord {
  readonly secret: Uint8Array;
  readonly birthday: number;
  readonly language: PolyseedLanguage;
}

/**
 * One signer's part of a multisig account. Until the main rounds of the key exchange are done the account's
 * `spendPublic` is the identity (01 00…): there is no address yet.
 * Upstream: `m_multisig_*` of `wallet2`, `account_keys::m_multisig_keys`.
 */
export interface MultisigRecord {
  /** M of M of N. */
  readonly threshold: number;
  /** Base public keys of all N signers, our own among them; in the order of the account's first record. */
  readonly signers: readonly PublicKey[];
  /**
   * Secret of our base key: it identifies this signer and signs for it, and cannot spend by itself. In the reference:
   * the spend secret.
   */
  readonly signerSecret: SecretKey;
  /** Our shares of the spend key; after the main rounds multiplied by their aggregation coefficients. */
  readonly keys: readonly SecretKey[];
  /** Finished rounds of the key exchange: of N - M + 1 main ones, and one in which all confirm the address. */
  readonly rounds: number;
  /** Keys in our message of the current round; empty after the main rounds. */
  readonly derivations: readonly Point[];
}

/** Multisig data of an output. */
export interface MultisigOutput {
  /** Our nonces of the last export. Each signs once: it is deleted in the commit before it is used. */
  readonly nonces: readonly Scalar[];
  /**
   * The copy of the wallet file (`WalletFile.copy`) that drew `nonces`: in another copy they are void. Absent: there
   * are none, or an older version drew them without recording it; then they are void too.
   */
  readonly copy?: string;
  /** The other signers' last infos, ascending by signer. Empty: none was imported since the output was found. */
  readonly infos: readonly MultisigInfo[];
}
export interface MultisigInfo {
  readonly signer: PublicKey;
  /** L = k·G and R = k·Hp(output key) of each of their nonces. */
  readonly nonces: readonly { readonly L: Point; readonly R: Point }[];
  /** Each of their key shares times Hp(output key). */
  readonly partialKeyImages: readonly Point[];
}

/** An output that is or was ours. Their order (the table's key, 0, 1, 2…) is chain order and never changes: exports are positional. */
export interface OwnedOutput {
  readonly txid: TxId;
  readonly outputIndex: number;
  readonly globalIndex: number;
  readonly key: PublicKey;
  /** Absent while unknown (watch only; multisig before the other signers' parts are in). */
  readonly keyImage?: KeyImage;
  /** View-only half: it requests the key image from the signer; signer: the image was requested. */
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
  /** `height` is 0 while the spending transaction is not mined. */
  readonly spent?: { readonly height: number; readonly txid: TxId };
  readonly frozen: boolean;
  /** The smaller output with the same one-time key that was here before (burning bug): restored by a reorg. */
  readonly replaces?: OwnedOutput;
}

/** Money received by one transaction at one of our addresses (not change of our own spending). */
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
  /** As typed: integrated addresses stay integrated. */
  readonly address: string;
  /** Index of this address when it belongs to the paying account itself: the money comes back there. */
  readonly minor?: number;
}

/** A transaction that spends our money. */
export interface Outgoing {
  readonly txid: TxId;
  /**
   * pending: built and perhaps relayed, not mined. failed: an input was spent by another transaction, or it was
   * dropped.
   */
  readonly state: 'pending' | 'failed' | 'confirmed';
  /** 0 unless confirmed. */
  readonly height: number;
  /** Time of the block, or of sending. */
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
  readonly keyImages: readonly KeyImage[];
  /** The whole transaction while pending, for sending it to a node again. */
  readonly blob?: Uint8Array;
  /** RELAYED: a node accepted it. unknown: the answer was lost. unsent: no node has its bytes yet. */
  readonly relay?: 'unsent' | 'unknown' | typeof RELAYED;
  /** Signed by the other half of this wallet, which has the transaction keys. */
  readonly keysElsewhere?: true;
  /** How many pool looks in a row did not find it. */
  readonly missing?: number;
  /** How many times in a row a node refused it when it was sent again. */
  readonly refused?: number;
  /** Failed ones only: no byte of it was sent, so it cannot be mined. */
  readonly notSent?: true;
}

/**
 * A payment that no node has yet: made here and waiting for signatures of other devices, or read from one of them. It
 * binds its inputs until they are seen spent or the person discards it (unsent.ts).
 */
export interface UnsentPayment {
  /** Seconds. */
  readonly madeAt: number;
  readonly account: number;
  /** One-time keys of the outputs that each of its transactions spends. */
  readonly inputs: readonly (readonly Uint8Array[])[];
  readonly destinations: readonly Destination[];
  readonly fee: bigint;
  readonly change: bigint;
  /** Becomes the note of its transactions when it is submitted. */
  readonly note: string;
  /**
   * The encrypted set: for the signing device, or in multisig the set with the most signatures seen here. Absent: a
   * signed set was read that this wallet did not request.
   */
  readonly set?: Uint8Array;
  /** The set from the signing device, and how it differs from the request. */
  readonly signed?: { readonly set: Uint8Array; readonly differs: readonly SignedDifference[] };
  /** Public keys of the signers who have signed according to `set`; empty without multisig. */
  readonly signers: readonly PublicKey[];
}
/** How a signed payment differs from the requested one. `unasked`: it was not requested here. */
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
  /** As chosen before round 1, while the account does not contain it yet; else 0. */
  readonly threshold: number;
  readonly total: number;
  /** Our message, if it cannot be computed again: multisig info. */
  readonly own?: Uint8Array;
  /** Multisig info only: the copy of the wallet file that drew its nonces (`WalletFile.copy`). */
  readonly copy?: string;
  /** Messages of the others, one per signer. */
  readonly others: readonly { readonly signer: PublicKey; readonly message: Uint8Array }[];
  /** Multisig info only: the others' infos are imported. */
  readonly taken?: true;
}

export interface TxKeys {
  readonly key: SecretKey;
  readonly additional: readonly SecretKey[];
}
/**
 * The ring chosen for one of our outputs: kept, so that a retry uses the same one and two rings cannot be
 * intersected.
 */
export interface Ring {
  /** Absolute global indices, ascending, the real one among them. */
  readonly indices: readonly number[];
}
/** The indices requested around one of our outputs: kept, so that two requests never differ. */
export interface Draw {
  /** Absolute global indices in the order in which the ring is filled: the real one, then decoys in the order drawn. */
  readonly indices: readonly number[];
}
/** How many RingCT outputs the chain has after a block. */
export interface OutputCount {
  readonly count: number;
  /** From a node's distribution; absent: from the scanned block. */
  readonly said?: true;
}
export interface BookEntry {
  readonly address: string;
  readonly description: string;
  readonly paymentId?: Uint8Array;
}
/** How this wallet scans while its spend key is away (wallet/background). */
export interface BackgroundSync {
  /** reuse: this file without the key. custom: a copy without the key, under a password of its own. */
  readonly type: 'reuse' | 'custom';
  /** reuse: the spend key under the password. Absent: the wallet has no file. */
  readonly box?: PasswordBox;
  /** custom: the password of the copy. */
  readonly password?: string;
  /** The key is away now. */
  readonly away?: true;
  /** This is such a copy. */
  readonly copy?: true;
}
/** A transaction that may spend outputs of ours whose key images were unknown when it was scanned. */
export interface MaybeSpending {
  readonly txid: TxId;
  readonly height: number;
  readonly timestamp: number;
  readonly fee: bigint;
  readonly unlockTime: bigint;
  readonly keyImages: readonly KeyImage[];
}
/**
 * Blocks scanned before the key images of some outputs were known, which are scanned again for spends of these
 * outputs: of heights `from` to `to - 1`, those from `next` on are left.
 */
export interface SpendSearch {
  readonly from: number;
  readonly next: number;
  readonly to: number;
  /** Id of block `next - 1` as scanned; absent at the beginning. */
  readonly last?: Uint8Array;
}
/** Settings stored in the wallet file. */
export interface Settings {
  readonly autoLockMinutes: number;
  readonly background?: BackgroundSync;
  /** The person accepted that multisig is experimental. */
  readonly multisigEnabled?: true;
  readonly node?: {
    readonly address: string;
    readonly username: string;
    readonly password: string;
    readonly trusted: boolean;
  };
  /** Kept offline: signs what another device brings. */
  readonly cold?: boolean;
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
  /** Keys as those of `rings`. Committed before a node is asked; neither a reorg nor a rescan deletes one. */
  draws: Draw;
  /** Key: height of a block. A selection, dense for the newest (ledger/output-counts.ts). */
  outputCounts: OutputCount;
  /** One record, key '': blocks of the longest chain seen, written when a reorg takes blocks away. */
  highest: number;
  /** One record, key '': blocks from this height on are doubtful, since the node gave a false answer (sync/read-again.ts). */
  readAgain: number;
  /**
   * Key images from the signer (or all signers) of outputs that this wallet cannot spend alone; a rescan keeps them.
   * Key: one-time key in hex.
   */
  keyImages: Uint8Array;
  /** Key: one-time key in hex. A rescan keeps them. */
  multisigOutputs: MultisigOutput;
  /** In the order of the chain. Key: txid in hex. */
  maybeSpending: MaybeSpending;
  /** One record, key ''. Absent: no block has to be read again. */
  spendSearch: SpendSearch;
  /** Key: hash of its first transaction before any signature, in hex. */
  unsentPayments: UnsentPayment;
  /** Key: `keys` (the account is being made) or `coins` (before spending). */
  signerRounds: SignerRound;
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
/** Block hashes: keep blocks below height `keep`, then append. `base` starts a new list at a height. */
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
