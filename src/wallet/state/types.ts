/**
 * Everything a wallet knows, as plain records in tables. A `Change` is what a step wants to alter; it is written to
 * the file first and applied to memory after (state.ts). Heights are block heights; times are seconds.
 */
import type { Network } from '../../protocol/address/address.ts';
import type { SubaddressIndex } from '../../ports/scan-pool.ts';
import type { PolyseedLanguage } from '../../protocol/mnemonic/polyseed/word-lists.ts';
import type { PasswordBox } from '../../ports/wallet-files.ts';
import type { RELAYED } from './relay.ts';

/** The keys and birth of the wallet. Never leaves the worker. */
export interface AccountRecord {
  readonly network: Network;
  readonly spendPublic: Uint8Array;
  readonly viewPublic: Uint8Array;
  readonly viewSecret: Uint8Array;
  /** Absent: watch only, or multisig, where nobody has it. */
  readonly spendSecret?: Uint8Array;
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
  /** Base public keys of all N signers, our own among them; in the order of whoever wrote the account down first. */
  readonly signers: readonly Uint8Array[];
  /** Our base key: it names and signs for this signer, and spends nothing by itself. The reference's spend secret. */
  readonly signerSecret: Uint8Array;
  /** Our shares of the spend key, once the main rounds are done times their aggregation coefficients. */
  readonly keys: readonly Uint8Array[];
  /** Rounds of the key exchange behind us: N - M + 1 main ones, and one in which all confirm the address. */
  readonly rounds: number;
  /** What our message of the round under way tells the others, and shares with some; empty once the main rounds are done. */
  readonly derivations: readonly Uint8Array[];
}

/** What a multisig wallet holds beside an output. */
export interface MultisigOutput {
  /** Our nonces that the last export told others of. Each signs once: it leaves here in the commit before it is used. */
  readonly nonces: readonly Uint8Array[];
  /**
   * The copy of the wallet file (`WalletFile.copy`) that drew `nonces`: in another copy they are void. Absent: there are
   * none, or an older version drew them and did not say where; they are void, too.
   */
  readonly copy?: string;
  /** What other signers told last, ascending by signer. Empty: nothing was imported since the output was found. */
  readonly infos: readonly MultisigInfo[];
}
export interface MultisigInfo {
  readonly signer: Uint8Array;
  /** L = k·G and R = k·Hp(output key) of each of their nonces. */
  readonly nonces: readonly { readonly L: Uint8Array; readonly R: Uint8Array }[];
  /** Each of their key shares times Hp(output key). */
  readonly partialKeyImages: readonly Uint8Array[];
}

/** An output that is or was ours. Their order (the table's key, 0, 1, 2…) is chain order and never changes: exports are positional. */
export interface OwnedOutput {
  readonly txid: Uint8Array;
  readonly outputIndex: number;
  readonly globalIndex: number;
  readonly key: Uint8Array;
  /** Absent while unknown (watch only; multisig before the other signers' parts are in). */
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
  /** The whole transaction while pending, for sending it to a node again. */
  readonly blob?: Uint8Array;
  /** RELAYED: a node accepted it. unknown: the answer was lost. unsent: no node has its bytes yet. */
  readonly relay?: 'unsent' | 'unknown' | typeof RELAYED;
  /** Signed by the other half of this wallet, which kept the keys of the transaction. */
  readonly keysElsewhere?: true;
  /** Pool looks in a row that did not see it. */
  readonly missing?: number;
  /** How often in a row a node refused it when it was handed over again. */
  readonly refused?: number;
  /** Of a failed one: no byte of it was sent, so nobody can mine it. */
  readonly notSent?: true;
}

/**
 * A payment that no node has been given yet: made here and waiting for signatures of other devices, or read from one of
 * them. It binds its inputs until they are seen spent or the person discards it (unsent.ts).
 */
export interface UnsentPayment {
  /** Seconds. */
  readonly madeAt: number;
  readonly account: number;
  /** For each of its transactions the one-time keys of the outputs that it spends. */
  readonly inputs: readonly (readonly Uint8Array[])[];
  readonly destinations: readonly Destination[];
  readonly fee: bigint;
  readonly change: bigint;
  /** Becomes the note of its transactions when it is submitted. */
  readonly note: string;
  /**
   * The sealed set: what the signing device is to sign; or, of several signers, the set with the most signatures that was
   * seen here. Absent: a signed set was read that this wallet did not ask for.
   */
  readonly set?: Uint8Array;
  /** What the signing device signed, as it was read, and in what it is not what was asked for. */
  readonly signed?: { readonly set: Uint8Array; readonly differs: readonly SignedDifference[] };
  /** Public keys of the signers who say in `set` that they have signed; empty where one signer is enough. */
  readonly signers: readonly Uint8Array[];
}
/** In what a signed payment differs from the one that was asked for. `unasked`: none like it was asked for here. */
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

/** A round in which every signer gives every other one a message. */
export interface SignerRound {
  /** Of the key exchange, from 1; 0: they tell each other of coins. */
  readonly round: number;
  /** As chosen before round 1, when the account does not know them yet; else 0. */
  readonly threshold: number;
  readonly total: number;
  /** Our message, where it cannot be made again: that of the coins. */
  readonly own?: Uint8Array;
  /** Coins only: the copy of the wallet file that drew the nonces it tells of (`WalletFile.copy`). */
  readonly copy?: string;
  /** What was read of others, each signer once. */
  readonly others: readonly { readonly signer: Uint8Array; readonly message: Uint8Array }[];
  /** Coins only: what the others told is in the wallet. */
  readonly taken?: true;
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
/** What a node is asked for around one of our outputs: kept, so that two questions about it never differ. */
export interface Draw {
  /** Absolute global indices in the order in which the ring is filled: the real one, then decoys as they were drawn. */
  readonly indices: readonly number[];
}
/** How many RingCT outputs the chain has after a block. */
export interface OutputCount {
  readonly count: number;
  /** From a distribution that a node told; absent: from the block itself, which was scanned. */
  readonly said?: true;
}
export interface BookEntry {
  readonly address: string;
  readonly description: string;
  readonly paymentId?: Uint8Array;
}
/** How this wallet reads the chain while its spend key is away (wallet/background). */
export interface BackgroundSync {
  /** reuse: this file goes on without the key. custom: a copy without the key, under a password of its own. */
  readonly type: 'reuse' | 'custom';
  /** reuse: the spend key, for whoever has the password. Absent: the wallet has no file. */
  readonly box?: PasswordBox;
  /** custom: what opens the copy. */
  readonly password?: string;
  /** The key is away now. */
  readonly away?: true;
  /** This is such a copy. */
  readonly copy?: true;
}
/** A transaction that may spend outputs of ours whose key images were not known when it was read. */
export interface MaybeSpending {
  readonly txid: Uint8Array;
  readonly height: number;
  readonly timestamp: number;
  readonly fee: bigint;
  readonly unlockTime: bigint;
  readonly keyImages: readonly Uint8Array[];
}
/**
 * Blocks that were scanned before the key images of some outputs were known, and that are read again for the spends of
 * these outputs: heights `next` to `to - 1` are left of `from` to `to - 1`.
 */
export interface SpendSearch {
  readonly from: number;
  readonly next: number;
  readonly to: number;
  /** Id of block `next - 1` as it was read; absent at the beginning. */
  readonly last?: Uint8Array;
}
/** Settings that travel with the wallet. */
export interface Settings {
  readonly autoLockMinutes: number;
  readonly background?: BackgroundSync;
  /** The person knows that multisig is an experiment. */
  readonly multisigEnabled?: true;
  readonly node?: {
    readonly address: string;
    readonly username: string;
    readonly password: string;
    readonly trusted: boolean;
  };
  /** Kept away from the chain: signs what another device brings. */
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
  /** Keys as those of `rings`. Committed before a node is asked; a reorg or a rescan forgets none. */
  draws: Draw;
  /** Key: height of a block. A selection, dense for the newest (ledger/output-counts.ts). */
  outputCounts: OutputCount;
  /** One record, key '': blocks of the longest chain seen, written when a reorg takes blocks away. */
  highest: number;
  /** One record, key '': blocks from this height on are doubtful, since the node gave a false answer (sync/read-again.ts). */
  readAgain: number;
  /** What the signer (or all signers) told of outputs that this wallet cannot spend alone; it outlives a rescan. Key: one-time key in hex. */
  keyImages: Uint8Array;
  /** Key: one-time key in hex. Outlives a rescan. */
  multisigOutputs: MultisigOutput;
  /** In the order of the chain. Key: txid in hex. */
  maybeSpending: MaybeSpending;
  /** One record, key ''. Absent: no block has to be read again. */
  spendSearch: SpendSearch;
  /** Key: the hash of its first transaction before anybody signed it, in hex. */
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
