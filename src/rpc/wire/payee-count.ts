/** How many payees one transaction can have. */
import { MAX_OUTPUTS } from '../../wallet/spend/plan.ts';
import { fault } from '../faults.ts';

/** Fault too_many_destinations: one output of a transaction is for change. */
export function checkCount({ length }: readonly unknown[]): void {
  const max = MAX_OUTPUTS - 1;
  if (length > max) throw fault('too_many_destinations', { n: length, max });
}
