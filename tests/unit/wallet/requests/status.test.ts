/** States of payment requests: from given payments, and from blocks and the pool through the ledger. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TxId } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { makeRequest, requestKey } from '../../../../src/wallet/requests/records.ts';
import {
  paymentsOfRequests,
  requestStatus,
  type RequestState,
  type RequestStatus,
} from '../../../../src/wallet/requests/status.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import type { Payment } from '../../../../src/wallet/state/records/payments.ts';
import type { Ledger } from '../../../../src/wallet/state/state.ts';
import { inTier } from '../../../support/tier.ts';
import { createTestChain, FIRST_TIME, txidOf, type TestTx } from '../test-chain.ts';
import { readChain, readPool, testLedger } from '../test-ledger.ts';

const EXPIRES = 1_000;
const request = { amount: 100n, expires: EXPIRES };
const paid = (amount: bigint, confirmations = 0, seen_at = 500) => ({ amount, confirmations, seen_at });
const stateOf = (...given: Parameters<typeof requestStatus>): RequestState => requestStatus(...given).state;

describe('the state of a payment request', () => {
  it.each<[string, ReturnType<typeof paid>[], number, RequestState]>([
    ['nothing is paid', [], 500, 'open'],
    ['a part is paid', [paid(99n)], 500, 'part_paid'],
    ['the amount is in the pool', [paid(100n)], 500, 'seen'],
    ['the amount is in a block', [paid(100n, 1)], 500, 'paid'],
    ['the amount has ten blocks', [paid(100n, 10)], 500, 'confirmed'],
    ['more than the amount has ten blocks', [paid(101n, 10)], 500, 'over_paid'],
    ['nothing is paid after its end', [], EXPIRES + 1, 'expired'],
    ['a part is paid after its end', [paid(99n, 10, EXPIRES + 1)], 2_000, 'expired'],
    ['the amount is paid after its end', [paid(100n, 0, EXPIRES + 1)], 2_000, 'paid_late'],
    ['the rest is paid after its end', [paid(60n, 9), paid(40n, 9, EXPIRES + 1)], 2_000, 'paid_late'],
    ['it is paid in time, and again late', [paid(100n, 10), paid(5n, 1, EXPIRES + 1)], 2_000, 'confirmed'],
  ])('when %s', (_, payments, now, state) => {
    expect(stateOf(request, payments, now)).toBe(state);
  });

  it.each<[string, ReturnType<typeof paid>[], RequestState]>([
    ['nothing came', [], 'open'],
    ['something is in the pool', [paid(7n)], 'seen'],
    ['something is in a block', [paid(7n, 9)], 'paid'],
    ['all of it has ten blocks', [paid(7n, 10), paid(1n, 12)], 'confirmed'],
    ['a part of it has ten blocks', [paid(7n, 10), paid(1n, 3)], 'paid'],
  ])('when the payer chooses the amount and %s', (_, payments, state) => {
    const status = requestStatus({ amount: 0n }, payments, 5_000_000_000);
    expect(status).toMatchObject({ state, missing: 0n, over: 0n });
  });
  it('when the payer chooses the amount and pays after its end', () => {
    const late = [paid(7n, 1, EXPIRES + 1)];
    expect(stateOf({ amount: 0n, expires: EXPIRES }, late, 2_000)).toBe('paid_late');
    expect(stateOf({ amount: 0n, expires: EXPIRES }, [paid(7n, 1), ...late], 2_000)).toBe('paid');
    expect(stateOf({ amount: 0n, expires: EXPIRES }, [], 2_000)).toBe('expired');
  });
});

const NOW = 1_800_000_000;
const TO = { major: 0, minor: 1 };
const payment = (id: string, amount: bigint, to = TO): TestTx => ({
  id,
  outputs: [{ name: id, amount, to }],
});

/** A wallet with one request; `status` gives its status now. */
const asking = async (amount: bigint, expires?: number) => {
  const ledger = await testLedger();
  const made = await makeRequest(
    ledger,
    { account: 0, amount, purpose: '', message: '', ...(expires !== undefined && { expires }) },
    FIRST_TIME - 1,
  );
  expect(made).toEqual(TO);
  return { ledger, status: (now = NOW): RequestStatus => statusOf(ledger, now) };
};
const statusOf = ({ state }: Ledger, now: number): RequestStatus => {
  const key = requestKey(TO);
  return requestStatus(state.tables.requests.get(key)!, paymentsOfRequests(state, now).get(key) ?? [], now);
};

describe('a request in the ledger', () => {
  it('goes from open to confirmed with a payment in two parts, and counts no other address', async () => {
    const { ledger, status } = await asking(10n);
    const states = [status().state];
    const chain = createTestChain(5);
    chain.add([payment('other', 50n, { major: 0, minor: 2 }), payment('a', 4n)]);
    await readChain(ledger, chain);
    states.push(status().state);
    await readPool(ledger, [payment('b', 6n)]);
    states.push(status().state);
    chain.add([payment('b', 6n)]);
    await readChain(ledger, chain);
    states.push(status().state);
    chain.addEmpty(8);
    await readChain(ledger, chain);
    expect(status()).toMatchObject({ state: 'paid', confirmations: 9 });
    chain.addEmpty(1);
    await readChain(ledger, chain);
    states.push(status().state);
    expect(states).toEqual(['open', 'part_paid', 'seen', 'paid', 'confirmed']);
  });

  it('is not confirmed by a payment that is locked for longer', async () => {
    const { ledger, status } = await asking(10n);
    const chain = createTestChain(5);
    chain.add([{ ...payment('a', 10n), unlockTime: 100n }]);
    await readChain(ledger, chain);
    chain.addEmpty(20);
    await readChain(ledger, chain);
    expect(status()).toMatchObject({ state: 'paid', confirmations: 9 });
    chain.addEmpty(100 - chain.height);
    await readChain(ledger, chain);
    expect(status().state).toBe('confirmed');
  });

  it('is open again when the pool loses the payment, or knows that it is spent twice', async () => {
    const { ledger, status } = await asking(10n);
    await readPool(ledger, [payment('a', 10n)]);
    expect(status().state).toBe('seen');
    const [[key, record]] = [...ledger.state.tables.payments] as [[string, never]];
    await ledger.commit({
      puts: [{ table: 'payments', key, value: { ...(record as object), doubleSpendSeen: true } as never }],
      deletes: [],
    });
    expect(status()).toMatchObject({ state: 'open', received: 0n });
    await readPool(ledger, []);
    expect(status().state).toBe('open');
  });

  it('that was paid in time stays so when its block is late, after a reorg, and after a rescan', async () => {
    // The pool of the test says that a transaction came at FIRST_TIME.
    const { ledger, status } = await asking(10n, FIRST_TIME);
    const chain = createTestChain(3);
    await readPool(ledger, [payment('a', 10n)]);
    chain.add([payment('a', 10n)]);
    await readChain(ledger, chain);
    expect(status()).toMatchObject({ state: 'paid', late: 0n });
    chain.pop(1);
    chain.addEmpty(2, 'fork');
    await readChain(ledger, chain);
    expect(status()).toMatchObject({ state: 'expired', late: 0n });
    chain.add([payment('a', 10n)]);
    await readChain(ledger, chain);
    expect(status()).toMatchObject({ state: 'paid', late: 0n });
    await ledger.commit((state) => forgetChain(state, true));
    await readChain(ledger, chain);
    expect(status()).toMatchObject({ state: 'paid', late: 0n });
  });
  it('that was seen first in a late block was paid late', async () => {
    const { ledger, status } = await asking(10n, FIRST_TIME);
    const chain = createTestChain(3);
    chain.add([payment('a', 10n)]);
    await readChain(ledger, chain);
    expect(status()).toMatchObject({ state: 'paid_late', received: 0n, late: 10n });
  });
});

it('looks at the time of each payment once, however many a request has', async () => {
  const { ledger } = await asking(0n);
  const key = requestKey(TO);
  const { state } = ledger;
  const ids = Array.from({ length: 300 }, (_, i) => txidOf(`payment ${i}`));
  let reads = 0;
  const firstSeen = ids.map((txid, i) =>
    Object.defineProperty({ txid: '', at: 1000 - i }, 'txid', {
      get: () => {
        reads += 1;
        return toHex(txid);
      },
    }),
  );
  const paymentTo = (txid: TxId): Payment => ({
    ...{ txid, subaddress: TO, amount: 1n, amounts: [1n], height: 5, timestamp: 5000, unlockTime: 0n },
    ...{ fee: 1n, coinbase: false, doubleSpendSeen: false },
  });
  const tables = {
    ...state.tables,
    requests: new Map([[key, { ...state.tables.requests.get(key)!, firstSeen }]]),
    payments: new Map(ids.map((txid) => [toHex(txid), paymentTo(txid)])),
  };
  const payments = paymentsOfRequests({ tables, height: 10 }, NOW).get(key)!;
  expect(payments.map(({ txid, seen_at }) => [txid, seen_at])).toEqual(
    ids.map((txid, i) => [toHex(txid), 1000 - i]).reverse(),
  );
  expect(reads).toBe(300);
});

const amounts = fc.array(fc.bigInt({ min: 1n, max: 12n }), { minLength: 1, maxLength: 5 });
const RUNS = { numRuns: inTier({ short: 15, long: 200 }) };

it('the state of a request does not depend on the order in which payments arrive', async () => {
  const shuffled = amounts.chain((all) =>
    fc.record({
      all: fc.constant(all),
      order: fc.shuffledSubarray([...all.keys()], { minLength: all.length }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ({ all, order }) => {
      const statuses: RequestStatus[] = [];
      for (const each of [[...all.keys()], order]) {
        const { ledger, status } = await asking(20n);
        const chain = createTestChain(2);
        for (const i of each) chain.add([payment(`p${i}`, all[i]!)]);
        chain.addEmpty(12);
        await readChain(ledger, chain);
        statuses.push(status());
      }
      const [first, second] = statuses;
      expect({ ...second, confirmations: 0 }).toEqual({ ...first, confirmations: 0 });
    }),
    RUNS,
  );
});

it('a reorg that removes payments brings the state of a request back', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, fc.nat(), async (all, n) => {
      const { ledger, status } = await asking(20n);
      const chain = createTestChain(2);
      const before: RequestStatus[] = [status()];
      for (const [i, amount] of all.entries()) {
        chain.add([payment(`p${i}`, amount)]);
        await readChain(ledger, chain);
        before.push(status());
      }
      // A longer chain without the last payments.
      const kept = n % all.length;
      chain.pop(all.length - kept);
      chain.addEmpty(all.length - kept + 1, 'fork');
      await readChain(ledger, chain);
      const { confirmations: _after, ...now } = status();
      const { confirmations: _before, ...then } = before[kept]!;
      // The blocks on top are new, so what was paid may have become confirmed.
      expect({ ...now, state: '' }).toEqual({ ...then, state: '' });
      if (now.missing > 0n) expect(now.state).toBe(then.state);
    }),
    RUNS,
  );
});
