/** Numbers of records in a companion, in wire form. */
import type { CompanionCounts } from '../../wallet/types.ts';
import type { Infer } from '../../base/shape.ts';
import { count, obj } from '../schema.ts';

/** `names`: of accounts, addresses and tags. `payees`: payments whose recipients are known. */
export const companionCounts = obj({
  names: count,
  contacts: count,
  notes: count,
  payment_keys: count,
  payees: count,
  requests: count,
  attributes: count,
  frozen: count,
});
type WireCounts = Infer<{ counts: typeof companionCounts }>['counts'];

export function toCounts({ txKeys, ...rest }: CompanionCounts): WireCounts {
  return { ...rest, payment_keys: txKeys };
}
