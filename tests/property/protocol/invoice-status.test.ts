/** The states of an invoice: exact at their boundaries, and what holds for all payments. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  invoiceStatus,
  type InvoicePayment,
  type InvoiceState,
} from '../../../src/protocol/invoice/status.ts';

const EXPIRES = 1_000;
const invoice = { amount: 100n, expires: EXPIRES, confirmations: 10 };
const paid = (amount: bigint, confirmations = 0, seen_at = 500): InvoicePayment => ({
  amount,
  confirmations,
  seen_at,
});

describe('the state of an invoice', () => {
  it.each<[string, InvoicePayment[], number, InvoiceState]>([
    ['nothing is paid', [], EXPIRES, 'open'],
    ['nothing is paid one second after expiry', [], EXPIRES + 1, 'expired'],
    ['a part is in the pool', [paid(99n)], EXPIRES, 'part_paid'],
    ['a part is in blocks', [paid(99n, 50)], EXPIRES, 'part_paid'],
    ['a part is paid at expiry', [paid(99n, 50)], EXPIRES + 1, 'expired'],
    ['the amount is in the pool', [paid(100n)], 500, 'seen'],
    ['a part of the amount is in the pool', [paid(60n, 20), paid(40n)], 500, 'seen'],
    ['the amount is in a block', [paid(100n, 1)], 500, 'paid'],
    ['the amount lacks one confirmation', [paid(100n, 9)], 500, 'paid'],
    ['two payments have different confirmations', [paid(60n, 20), paid(40n, 9)], 500, 'paid'],
    ['the amount has all confirmations', [paid(100n, 10)], 500, 'confirmed'],
    ['two payments have all confirmations', [paid(60n, 20), paid(40n, 10)], 500, 'confirmed'],
    ['more than the amount is in the pool', [paid(101n)], 500, 'seen'],
    ['more than the amount has all confirmations', [paid(101n, 10)], 500, 'over_paid'],
    ['it is paid twice, once in the pool', [paid(100n, 10), paid(100n)], 500, 'over_paid'],
    ['it is seen in the last second and confirmed later', [paid(100n, 10, EXPIRES)], 9_000, 'confirmed'],
    ['it is seen in the last second, in the pool later', [paid(100n, 0, EXPIRES)], 9_000, 'seen'],
    ['it is seen one second late', [paid(100n, 10, EXPIRES + 1)], 9_000, 'expired'],
    ['the rest is seen one second late', [paid(99n, 10), paid(1n, 9, EXPIRES + 1)], 9_000, 'expired'],
    ['it is paid again after expiry', [paid(100n, 10), paid(100n, 1, EXPIRES + 1)], 9_000, 'confirmed'],
  ])('when %s', (_, payments, now, state) => {
    expect(invoiceStatus(invoice, payments, now).state).toBe(state);
  });
  it('is confirmed at once when no confirmations are asked for', () => {
    expect(invoiceStatus({ ...invoice, confirmations: 0 }, [paid(100n)], 500).state).toBe('confirmed');
    expect(invoiceStatus({ ...invoice, confirmations: 0 }, [], 500).state).toBe('open');
  });
  it('goes back when a reorg removes the payment', () => {
    const after = [[paid(100n, 10)], [paid(100n)], []];
    expect(after.map((payments) => invoiceStatus(invoice, payments, 500).state)).toEqual([
      'confirmed',
      'seen',
      'open',
    ]);
  });
});

const payments = fc.array(
  fc.record({
    amount: fc.bigInt({ min: 1n, max: 120n }),
    confirmations: fc.nat({ max: 20 }),
    seen_at: fc.nat({ max: 2 * EXPIRES }),
  }),
  { maxLength: 6 },
);

it('the sums of an invoice are exact for all payments, in any order', () => {
  fc.assert(
    fc.property(payments, fc.nat({ max: 2 * EXPIRES }), (all, now) => {
      const status = invoiceStatus(invoice, all, now);
      const total = all.reduce((sum, { amount }) => sum + amount, 0n);
      expect(status.received + status.late).toBe(total);
      expect(status.received + status.missing).toBe(invoice.amount + status.over);
      expect(status.missing === 0n || status.over === 0n).toBe(true);
      expect(invoiceStatus(invoice, all.toReversed(), now)).toEqual(status);
      const reached = ['seen', 'paid', 'confirmed', 'over_paid'].includes(status.state);
      expect(reached).toBe(status.missing === 0n);
    }),
  );
});

const ADVANCE: Readonly<Record<InvoiceState, number>> = {
  open: 0,
  part_paid: 1,
  seen: 2,
  paid: 3,
  confirmed: 4,
  over_paid: 5,
  expired: 6,
};

it('the state of an invoice never goes back while payments only arrive and confirm', () => {
  const step = fc.record({
    seconds: fc.nat({ max: 400 }),
    arrives: fc.option(fc.bigInt({ min: 1n, max: 120n }), { nil: undefined }),
    blocks: fc.nat({ max: 6 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let now = 0;
      let all: InvoicePayment[] = [];
      const states: InvoiceState[] = ['open'];
      for (const { seconds, arrives, blocks } of steps) {
        now += seconds;
        all = all.map((each) => ({ ...each, confirmations: each.confirmations + blocks }));
        if (arrives !== undefined) all.push(paid(arrives, 0, now));
        states.push(invoiceStatus(invoice, all, now).state);
      }
      for (const [i, state] of states.slice(1).entries()) {
        expect(ADVANCE[state]).toBeGreaterThanOrEqual(ADVANCE[states[i]!]);
        // Only what is not paid can expire, and it stays so.
        if (state === 'expired') expect(['open', 'part_paid', 'expired']).toContain(states[i]);
      }
    }),
  );
});
