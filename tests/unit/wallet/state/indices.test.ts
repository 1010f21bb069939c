/** Indices of the history and of funds: equal to what a walk over all records gives, after any changes and after opening. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asTxId } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import {
  balanceByMinor,
  balanceOf,
  isUnlocked,
  isUsed,
  carrotBalance,
  preRingctBalance,
} from '../../../../src/wallet/ledger/balance.ts';
import {
  entriesOf,
  incoming,
  newestAbove,
  oldestUpTo,
  outgoing,
} from '../../../../src/wallet/ledger/history.ts';
import { change, openLedger, put, remove, type WalletState } from '../../../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import type { Outgoing, Payment } from '../../../../src/wallet/state/records/payments.ts';
import type { Delete, Put } from '../../../../src/wallet/state/tables.ts';
import { bytesOf } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';

const NOW = 1_800_000_000;
const HEIGHT = 200;
const txid = (n: number) => asTxId(bytesOf(`transaction ${n}`));

const payment = (n: number, height: number, minor: number): Put => {
  const value: Payment = {
    ...{ txid: txid(n), subaddress: { major: minor % 2, minor }, amount: 5n, amounts: [5n], height },
    ...{ timestamp: height, unlockTime: 0n, fee: 0n, coinbase: false, doubleSpendSeen: false },
  };
  return put('payments', `${toHex(value.txid)}:${minor % 2}:${minor}`, value);
};
const sent = (n: number, height: number): Put => {
  const value: Outgoing = {
    ...{
      txid: txid(n),
      state: height > 0 ? 'confirmed' : 'pending',
      height,
      timestamp: height,
      amountIn: 9n,
    },
    ...{
      change: 0n,
      fee: 1n,
      account: n % 2,
      subaddresses: [n % 3],
      destinations: [],
      unlockTime: 0n,
      keyImages: [],
    },
  };
  return put('outgoing', toHex(value.txid), value);
};

const recordsOfHistory = fc.oneof(
  fc
    .tuple(fc.nat(5), fc.constantFrom(0, 3, 3, 4, 9), fc.nat(2))
    .map(([n, height, minor]) => payment(n, height, minor)),
  fc.tuple(fc.nat(5), fc.constantFrom(0, 3, 4)).map(([n, height]) => sent(n, height)),
);
const commits = fc.array(fc.tuple(fc.array(recordsOfHistory, { maxLength: 5 }), fc.boolean()), {
  maxLength: 8,
});

/** The same questions, answered by walking all records. */
const walked = ({ tables }: WalletState) => {
  const payments = [...tables.payments.values()].filter(({ height }) => height > 0);
  const mined = [...tables.outgoing.values()].filter(({ height }) => height > 0);
  const heights = [...payments, ...mined].map(({ height }) => height).sort((a, b) => a - b);
  return {
    in: payments
      .sort((a, b) => a.height - b.height)
      .map((each) => toHex(each.txid) + String(each.subaddress.minor)),
    out: mined.sort((a, b) => a.height - b.height).map((each) => toHex(each.txid)),
    newest: [1, 2, 5].map((count) => (heights.length <= count ? 0 : heights.at(-count)! - 1)),
    oldest: [1, 2, 5].map((count) => (heights.length <= count ? undefined : heights[count - 1])),
    byTxid: [0, 1, 2, 3, 4, 5].map(
      (n) =>
        [...tables.payments.values(), ...tables.outgoing.values()].filter(
          (each) => toHex(each.txid) === toHex(txid(n)),
        ).length,
    ),
  };
};
const indexed = (state: WalletState) => ({
  in: incoming(state, {}, NOW).map((each) => toHex(each.txid) + String(each.subaddress.minor)),
  out: outgoing(state, 'confirmed', {}, NOW).map((each) => toHex(each.txid)),
  newest: [1, 2, 5].map((count) => newestAbove(state, {}, count)),
  oldest: [1, 2, 5].map((count) => oldestUpTo(state, {}, count)),
  byTxid: [0, 1, 2, 3, 4, 5].map(
    (n) => entriesOf(state, txid(n), 0, NOW).length + entriesOf(state, txid(n), 1, NOW).length,
  ),
});

describe('the index of the history', () => {
  test('gives what a walk over all payments gives, also in the order inside a block after opening', async () => {
    await fc.assert(
      fc.asyncProperty(commits, async (steps) => {
        const ledger = await testLedger();
        for (const [puts, deletes] of steps) {
          const gone: Delete[] = deletes ? puts.slice(0, 2).map(({ table, key }) => remove(table, key)) : [];
          await ledger.commit(change(puts));
          await ledger.commit(change([], gone));
        }
        expect(indexed(ledger.state)).toEqual(walked(ledger.state));
        expect(indexed((await openLedger(ledger.file)).state)).toEqual(indexed(ledger.state));
        await ledger.compact();
        expect(indexed((await openLedger(ledger.file)).state)).toEqual(indexed(ledger.state));
      }),
      { numRuns: 40 },
    );
  });
});

const output = (n: number, more: Partial<OwnedOutput>): OwnedOutput => ({
  ...{ txid: txid(n), outputIndex: 0, globalIndex: n, amount: BigInt(1 + n), mask: bytesOf('mask') },
  ...{
    key: bytesOf(`key ${n}`) as never,
    keyImage: bytesOf(`image ${n}`) as never,
    txPublicKey: bytesOf('public') as never,
  },
  ...{
    rct: true,
    coinbase: false,
    subaddress: { major: 0, minor: 0 },
    height: 100,
    timestamp: 0,
    unlockTime: 0n,
  },
  ...{ pkIndex: 0, additionalKeys: [], frozen: false },
  ...more,
});

const someOutput = fc.record({
  rct: fc.boolean(),
  isCarrot: fc.boolean(),
  frozen: fc.boolean(),
  minor: fc.nat(1),
  major: fc.nat(1),
  unlockTime: fc.constantFrom(0n, 0n, 190n, 205n, 1000n, BigInt(NOW) + 500n),
  spent: fc.constantFrom(undefined, undefined, 0, 150),
});
/** Replaces some of ten outputs, adds new ones, or removes the last ones. */
const step = fc.record({ index: fc.nat(9), output: someOutput, drop: fc.nat(9) });

/** As upstream: every output is looked at. */
const walkedBalance = (state: WalletState, major: number, strict: boolean) => {
  const mine = state.outputs.filter(
    ({ subaddress, spent, frozen }) =>
      subaddress.major === major && !frozen && (!spent || (strict && spent.height === 0)),
  );
  const sum = (list: readonly OwnedOutput[]) => list.reduce((total, { amount }) => total + amount, 0n);
  return {
    balance: sum(mine),
    unlocked: sum(mine.filter((each) => each.rct && !each.carrot && isUnlocked(each, state.height, NOW))),
    outputs: mine.length,
  };
};

describe('the index of funds', () => {
  test('gives the balances that a walk over all outputs gives, also after opening', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const ledger = await testLedger();
        await ledger.commit({ ...change([]), chain: { base: 0, append: new Uint8Array(32 * HEIGHT) } });
        for (const {
          index,
          drop,
          output: { major, minor, spent, isCarrot, ...facts },
        } of steps) {
          const count = ledger.state.outputs.length;
          const at = Math.min(index, count);
          // In chain order: from 100 on, the newer ones are locked by their age.
          const height = 100 + 11 * at;
          const spending = spent === undefined ? {} : { spent: { height: spent, txid: txid(1) } };
          const era = isCarrot ? { carrot: { g: bytesOf('g'), t: bytesOf('t') } } : {};
          const next = output(at, { ...facts, ...era, subaddress: { major, minor }, height, ...spending });
          await ledger.commit(
            drop < count / 3
              ? change(
                  [],
                  Array.from({ length: count - drop }, (_, i) => remove('outputs', String(count - 1 - i))),
                )
              : change([put('outputs', String(at), next)]),
          );
        }
        for (const state of [ledger.state, (await openLedger(ledger.file)).state])
          for (const major of [0, 1])
            for (const strict of [false, true]) {
              expect(balanceOf(state, major, strict, NOW)).toMatchObject(walkedBalance(state, major, strict));
              const rows = [...balanceByMinor(state, major, strict, NOW).values()];
              expect(rows.reduce((sum, { unlocked }) => sum + unlocked, 0n)).toBe(
                walkedBalance(state, major, strict).unlocked,
              );
              const [one] = balanceByMinor(state, major, strict, NOW, [1]).values();
              expect(one).toEqual(balanceByMinor(state, major, strict, NOW).get(1));
              const ours = state.outputs.filter(({ subaddress }) => subaddress.major === major);
              expect(isUsed(state, { major, minor: 1 })).toBe(
                ours.some(({ subaddress }) => subaddress.minor === 1),
              );
              const unspent = ours.filter(({ spent, frozen }) => !spent && !frozen);
              const sum = (list: readonly OwnedOutput[]) =>
                list.reduce((total, { amount }) => total + amount, 0n);
              expect(preRingctBalance(state, major)).toBe(sum(unspent.filter(({ rct }) => !rct)));
              expect(carrotBalance(state, major)).toBe(sum(unspent.filter(({ carrot }) => carrot)));
            }
      }),
      { numRuns: 60 },
    );
  });
});
