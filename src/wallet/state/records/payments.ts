/**
 * Payments received and sent, and payments that no node has yet. Heights are block heights, times are seconds, amounts
 * piconero.
 */
import type { KeyImage, PublicKey, SecretKey, TxId } from '../../../base/brands.ts';
import type { SubaddressIndex } from '../../../protocol/keys/subaddress.ts';
import type { RELAYED } from './relay.ts';

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
  /** The address in the form that the user typed: an integrated address stays integrated. */
  readonly address: string;
  /** Minor index of this address if it belongs to the paying account, so that the money returns there. */
  readonly minor?: number;
}

/** Whom a transaction pays, as only its sender knows. */
export interface Payees {
  readonly destinations: readonly Destination[];
  readonly paymentId?: Uint8Array;
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
  /**
   * Amount that comes back to the paying account: change and what the account pays itself; once it is in a block, as
   * the chain shows it. Absent in records of earlier versions: state/returned.ts.
   */
  readonly returned?: bigint;
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
  /** This wallet made it under the rules without rings: it has no key that proves its payments yet. */
  readonly provesMembership?: true;
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
  readonly inputs: readonly (readonly PublicKey[])[];
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

export interface TxKeys {
  readonly key: SecretKey;
  readonly additional: readonly SecretKey[];
}
