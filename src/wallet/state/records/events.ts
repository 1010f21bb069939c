/** The list of events for programs (state/events.ts), and what is needed to continue it. */
import type { SubaddressIndex } from '../../../protocol/keys/subaddress.ts';

export type EventType =
  'payment_seen' | 'payment_confirmed' | 'payment_removed' | 'spent' | 'spent_failed' | 'low_balance';

/** Amounts in piconero, heights of blocks, times in seconds. Transaction ids in hex. */
export interface WalletEvent {
  /** Never given twice, not even by a file that was restored from an older copy. */
  readonly id: string;
  readonly type: EventType;
  /** When it was written. */
  readonly at: number;
  readonly txid?: string;
  /** Payment: what this address gets. Spent: what payees get. low_balance: the balance. */
  readonly amount: bigint;
  /** The address that is paid; for spent money its account. */
  readonly subaddress?: SubaddressIndex;
  readonly paymentId?: Uint8Array;
  readonly fee?: bigint;
  /** Absent: in no block. payment_removed: the block in which it was. */
  readonly height?: number;
  /** The number of confirmations that is reached. */
  readonly confirmations?: number;
  /**
   * Why a payment is gone. reorganised: its block is no longer in the chain. dropped: it left the pool, and the next block
   * does not contain it. change: it is money that came back from a payment of this wallet.
   */
  readonly reason?: RemovalReason;
  /** low_balance: the balance is below this. */
  readonly threshold?: bigint;
}
export type RemovalReason = 'reorganised' | 'dropped' | 'change';

export interface EventRules {
  /** Numbers of confirmations, ascending; may be empty. */
  readonly confirmations: readonly number[];
  /** piconero; 0: none. */
  readonly lowBalance: bigint;
}

/** The state of the list. Absent: nothing is written. */
export interface EventLog extends EventRules {
  /** Number of the next event, from 1; the keys of the table are these numbers. */
  readonly next: number;
  /** The chain is read again up to this height: events of these blocks are not written again. */
  readonly quietBelow: number;
  /** The balance is below `lowBalance`, and an event says so. */
  readonly low: boolean;
  /** The last event that the receiver of webhooks has taken; empty: none. */
  readonly delivered: string;
}

/** A payment that will get further events. */
export interface WatchedPayment {
  readonly txid: string;
  readonly subaddress: SubaddressIndex;
  readonly amount: bigint;
  readonly paymentId?: Uint8Array;
  /** 0 while in the pool. */
  readonly height: number;
  /** The highest number of confirmations for which an event was written. Code calls it `confirmationsReported`. */
  readonly told: number;
}
