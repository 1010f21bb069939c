/**
 * Proofs and sets that upstream has not defined for outputs of Carrot: only drafts exist (src/carrot_impl/knowledge_proofs.h and
 * src/wallet/cold of seraphis-migration/monero). An answer in the form of today would be false.
 */
import { hasCarrotOutputs } from '../../protocol/carrot/fetched-tx.ts';
import type { Transaction } from '../../protocol/tx/types.ts';
import { fault, type WalletFaults } from '../faults.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';

type Undefined = WalletFaults['carrot_undefined']['reason'];

/** Fault `carrot_undefined` if one of these is an output of Carrot. */
export function requireNoCarrot(outputs: readonly Pick<OwnedOutput, 'carrot'>[], reason: Undefined): void {
  if (outputs.some(({ carrot }) => carrot !== undefined)) throw fault('carrot_undefined', { reason });
}

/** Fault `carrot_undefined` if the transaction has outputs of Carrot. */
export function requireTxOfToday(tx: Pick<Transaction, 'prefix'>, reason: Undefined): void {
  if (hasCarrotOutputs(tx)) throw fault('carrot_undefined', { reason });
}
