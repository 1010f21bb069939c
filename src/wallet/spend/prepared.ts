import type { TxInputPlan } from './build-tx.ts';
import type { FeeRate } from './fees.ts';
import type { Settled } from './settle.ts';

/** A transaction with amounts, rings and keys, not yet signed. A wallet without the spend key stops here. */
export interface Prepared {
  readonly account: number;
  readonly inputs: readonly TxInputPlan[];
  readonly settled: Settled;
  readonly rate: FeeRate;
  /** Resolves when its rings are stored: before that nothing of it may leave the wallet. */
  readonly stored: Promise<void>;
}
