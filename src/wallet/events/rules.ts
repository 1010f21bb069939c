/** Switches the list of events of a wallet on and off. Pure. What is written: state/events.ts. */
import { toHex } from '../../base/hex.ts';
import { change, put, remove, type WalletState } from '../state/state.ts';
import type { EventLog, EventRules } from '../state/records/events.ts';
import type { Change, Put } from '../state/tables.ts';

/** Default numbers of confirmations at which a payment gets an event: in a block, and spendable. */
export const USUAL_EVENT_CONFIRMATIONS = [1, 10];
/** The most of these numbers, and the highest. */
export const MAX_CONFIRMATION_NUMBERS = 10;
export const MAX_EVENT_CONFIRMATIONS = 10_000;

/**
 * The change that makes the wallet write these events from now on; undefined rules: it deletes the list. Undefined when nothing
 * changes. Payments that the wallet knows already get no event for what they are now, only for later changes. A background copy
 * writes none: the wallet does when it takes over what the copy has read, and programs would hear of a payment twice.
 */
export function eventRulesChange(state: WalletState, rules: EventRules | undefined): Change | undefined {
  const log = state.tables.eventLog.get('');
  if (!rules || state.settings.background?.copy) return log ? change([], allRows(state)) : undefined;
  if (log && isSame(log, rules)) return undefined;
  const first: EventLog = { ...rules, next: 1, quietBelow: 0, low: false, delivered: '' };
  const next = log ? { ...log, ...rules, low: log.low && log.lowBalance === rules.lowBalance } : first;
  return change([put('eventLog', '', next), ...watchKnown(state, rules)]);
}

const isSame = (a: EventRules, b: EventRules): boolean =>
  a.lowBalance === b.lowBalance && a.confirmations.join() === b.confirmations.join();

const allRows = ({ tables }: WalletState) =>
  (['eventLog', 'events', 'watchedPayments'] as const).flatMap((table) =>
    [...tables[table].keys()].map((key) => remove(table, key)),
  );

/** Watches the payments that will still reach one of the numbers. */
const watchKnown = ({ tables, height }: WalletState, { confirmations }: EventRules): readonly Put[] => {
  const last = confirmations.at(-1) ?? 0;
  return [...tables.payments]
    .filter(
      ([key, payment]) =>
        !tables.watchedPayments.has(key) && (payment.height === 0 || height - payment.height < last),
    )
    .map(([key, payment]) =>
      put('watchedPayments', key, {
        txid: toHex(payment.txid),
        subaddress: payment.subaddress,
        amount: payment.amount,
        ...(payment.paymentId && { paymentId: payment.paymentId }),
        height: payment.height,
        told: payment.height > 0 ? height - payment.height : 0,
      }),
    );
};
