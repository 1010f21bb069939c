/** The texts of an unsent payment: its amount, name, next step, and what is wrong with a signed one. */
import { sumAmounts } from '../../base/amount.ts';
import type { UnsentRecord } from '../state/model.ts';

/** The amount paid to others; if nothing is, the whole amount. */
export function amountOf({ destinations = [] }: UnsentRecord): bigint {
  const others = destinations.filter(({ own = false }) => !own);
  return sumAmounts(others.length > 0 ? others : destinations);
}
/** The fee in hundredths of a percent of what others get; 0 if nothing goes to others. */
export function feeShareOf({ destinations = [], fee }: UnsentRecord): number {
  const paid = sumAmounts(destinations.filter(({ own = false }) => !own));
  return paid === 0n ? 0 : Number((fee * 10_000n) / paid);
}
/** `threshold`: number of signatures needed in multisig; 0 when a signing device signs. */
export function unsentWords({ next, signers = [] }: UnsentRecord, threshold: number): string {
  return next === 'send'
    ? 'Signed, not sent yet'
    : threshold > 0
      ? `${signers.length} of ${threshold} signed`
      : 'Waits for the signature';
}

const DIFFERENCES: Readonly<Record<string, string>> = {
  unasked: 'This device did not ask for this payment',
  transactions: 'the number of transfers',
  inputs: 'the coins that pay',
  rings: 'the coins among which yours hide',
  payees: 'who is paid',
  amount: 'the amount',
  fee: 'the network fee',
  change: 'what comes back to you',
  locked: 'the money would be locked',
  outputs: 'the number of outputs',
};
/** A sentence; empty when nothing differs. */
export function differenceWords({ differs = [] }: UnsentRecord): string {
  if (differs.length === 0) return '';
  if (differs.includes('unasked')) return `${DIFFERENCES['unasked']!}.`;
  const named = differs.map((each) => DIFFERENCES[each] ?? each);
  return `What was signed is not what you asked for. Different: ${named.join(', ')}.`;
}
