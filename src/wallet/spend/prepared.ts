import type { TxInputPlan } from './build-tx.ts';
import type { FeeRate } from './fees.ts';
import type { Settled } from './settle.ts';

/** A transaction as it is going to be: everything is settled, nothing is proved. Without a spend key this is all there is. */
export interface Prepared {
  readonly account: number;
  readonly inputs: readonly TxInputPlan[];
  readonly settled: Settled;
  readonly rate: FeeRate;
}
