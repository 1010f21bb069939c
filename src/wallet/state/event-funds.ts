/**
 * The event of a low balance: unspent outputs and the change of payments on their way, of all accounts. Change counts at once,
 * although it is locked for ten blocks: otherwise each payment of a busy wallet would cause an event. Incoming payments in the
 * pool do not count.
 */
import type { EventView, NewEvent } from './event-view.ts';
import type { EventRules } from './records/events.ts';
import type { OwnedOutput } from './records/outputs.ts';
import type { Outgoing } from './records/payments.ts';
import { returnedBy } from './returned.ts';

export interface FundsEvent {
  readonly events: readonly NewEvent[];
  readonly low: boolean;
}

/** Told once when the balance falls below the limit, and again after it was above. */
export function fundsEvent(
  view: EventView,
  { lowBalance, low: wasLow }: EventRules & { readonly low: boolean },
): FundsEvent {
  const touches = view.touched('outputs').size > 0 || view.touched('outgoing').size > 0;
  if (lowBalance === 0n || !touches || view.quiet) return { events: [], low: wasLow };
  const amount = fundsAfter(view);
  const low = amount < lowBalance;
  return {
    events: low && !wasLow ? [{ type: 'low_balance', amount, threshold: lowBalance }] : [],
    low,
  };
}

/** piconero. */
const fundsAfter = (view: EventView): bigint => {
  let sum = 0n;
  for (const output of view.all('outputs').values()) sum += unspent(output);
  for (const record of view.all('outgoing').values()) sum += returnsOf(record);
  for (const key of view.touched('outputs'))
    sum += unspent(view.after('outputs', key)) - unspent(view.before('outputs', key));
  for (const key of view.touched('outgoing'))
    sum += returnsOf(view.after('outgoing', key)) - returnsOf(view.before('outgoing', key));
  return sum;
};

const unspent = (output: OwnedOutput | undefined): bigint => (output && !output.spent ? output.amount : 0n);

const returnsOf = (record: Outgoing | undefined): bigint =>
  record?.state === 'pending' ? returnedBy(record) : 0n;
