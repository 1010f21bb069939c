/** The phases of a review, and what it shows and returns. */
import type { Similar } from '../../payments/payee.svelte.ts';
import type { PreparedCost } from '../../state/model.ts';
import type { Fate, RecipientCounts } from './outcome.ts';
import type { LevelCost, WantedPayment } from './payment.ts';

/** Outcome of a payment. `toSign`: nothing was sent, others must sign it, and the wallet has stored it as `unsent`. */
export interface Sent {
  readonly toSign: boolean;
  /** Ids of the transactions; empty while others must sign. */
  readonly txids: readonly string[];
  /** True: no answer of the node says whether it has the payment. */
  readonly unsure: boolean;
  /** Id of the stored payment that others must sign. */
  readonly unsent?: string;
}
/** Name of a recipient, and the known address that it looks like, as known when the review was opened. */
export interface KnownPayee {
  readonly address: string;
  readonly words: string;
  readonly similar: Similar | undefined;
}
/** A recipient in the review. */
export interface Share extends KnownPayee {
  /** Undefined while it is not known. */
  readonly amount: bigint | undefined;
  /** Fate of the recipient, after a payment of which only some transactions were sent. */
  readonly fate: Fate | undefined;
}
/** The subject of a review. Nothing of it changes when the form does. */
export interface PaymentToReview {
  readonly wanted: WantedPayment;
  readonly payees: readonly KnownPayee[];
  readonly note: string;
  /** The estimated cost of `wanted` at each level. */
  readonly levels: readonly LevelCost[];
  readonly priority: number;
}
/**
 * Why nothing more is sent from a review. `suspicious`: the node gave answers about outputs that cannot be true. `uncertain`: the error does not say whether the
 * payment was sent. `partly`: some of its transactions were sent.
 */
export type StoppedBy = 'suspicious' | 'uncertain' | 'partly';
export type Phase =
  | { readonly is: 'preparing' }
  /** `changed`: why the shown numbers are others than before. */
  | { readonly is: 'ready'; readonly prepared: PreparedCost; readonly changed: string }
  | { readonly is: 'sending'; readonly prepared: PreparedCost }
  /** Nothing was sent, and the payment can be prepared again. */
  | { readonly is: 'failed'; readonly error: unknown }
  /** Nothing more is sent from this review. `outcome`: who was paid, if it has several recipients. */
  | {
      readonly is: 'stopped';
      readonly by: StoppedBy;
      readonly error: unknown;
      readonly outcome: RecipientCounts | undefined;
    }
  | { readonly is: 'sent' };

/** A fault of the wallet says what was sent; any other error of sending says nothing about it. */
export function stoppedBy(fault: string, sending: boolean): StoppedBy | undefined {
  if (fault === 'sent_partly') return 'partly';
  if (fault === 'decoys_suspicious') return 'suspicious';
  return sending && (fault === '' || fault === 'internal') ? 'uncertain' : undefined;
}
