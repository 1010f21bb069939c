/** Payments that prove membership, as the areas of an open wallet use them. Implemented by membership/prover.ts. */
import type { FeeRate, Priority } from './fees.ts';
import type { PendingTx } from './pending.ts';
import type { PaymentRequest, SweepRequest } from './plan.ts';
import type { AnyPrepared, ProvablePayment } from './prepared.ts';

export interface Prover {
  /** True if payments prove membership now, instead of showing rings. */
  readonly active: boolean;
  /** Prepares payments: see prepare.ts. */
  prepare(
    requested: (PaymentRequest | SweepRequest) & { readonly priority: Priority },
  ): Promise<ProvablePayment[]>;
  /** Proves and signs: see prove.ts. Fault cancelled after `close`. */
  prove(payment: ProvablePayment): Promise<PendingTx>;
  /** Marks payments whose proofs `stop` ends, with the fault cancelled. */
  stoppable(prepared: readonly AnyPrepared[]): readonly AnyPrepared[];
  stop(): void;
  /** The wallet is closed: ends them, and forgets blinds that were prepared. */
  close(): void;
  withCosts(rate: FeeRate): Promise<FeeRate>;
}
