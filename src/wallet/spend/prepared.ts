import type { Proposals } from '../../protocol/carrot/output-set.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
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

/** A transaction that will prove membership instead of showing rings (wallet/membership). Only the wallet itself signs it. */
export interface ProvablePayment extends Pick<Prepared, 'account' | 'rate'> {
  readonly inputs: readonly { readonly output: OwnedOutput }[];
  readonly settled: Pick<Settled, 'fee' | 'change' | 'payees'>;
  readonly proposals: Proposals;
  /** Ends the proof: the person does not want it any more. */
  readonly signal?: AbortSignal;
}

export type AnyPrepared = Prepared | ProvablePayment;

export function isProvable(prepared: AnyPrepared): prepared is ProvablePayment {
  return 'proposals' in prepared;
}
