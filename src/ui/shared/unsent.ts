/** What a page says of a payment that waits: its amount, its name, its next step, and what is wrong with a signed one. */
import type { UnsentPayment } from '../state/model.ts';

/** Amount paid to others; the whole amount if nothing is. */
export function amountOf({ recipients }: UnsentPayment): bigint {
  const others = recipients.filter(({ own }) => !own);
  return (others.length > 0 ? others : recipients).reduce((sum, { amount }) => sum + amount, 0n);
}
/** `threshold`: how many of several signers have to sign; 0 where a signing device does. */
export function unsentWords({ next, signers }: UnsentPayment, threshold: number): string {
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
export function differenceWords({ differs }: UnsentPayment): string {
  if (differs.length === 0) return '';
  if (differs.includes('unasked')) return `${DIFFERENCES['unasked']!}.`;
  const named = differs.map((each) => DIFFERENCES[each] ?? each);
  return `What was signed is not what you asked for. Different: ${named.join(', ')}.`;
}
