/** The lowest height at which the history changed, by receiving, spending, forks, notes and rescans. */
import { describe, expect, test } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { incoming, outgoing } from '../../../../src/wallet/ledger/history.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { change, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import { createTestChain, txidOf, type TestTx } from '../test-chain.ts';
import { readChain, readPool, testLedger } from '../test-ledger.ts';

const receive = (id: string, amount: bigint): TestTx => ({ id, outputs: [{ name: id, amount }] });

/** The history in blocks, without fields that follow from the chain's height alone. */
const history = ({ state }: Ledger) =>
  [...incoming(state, {}, 0), ...outgoing(state, 'confirmed', {}, 0)]
    .map(({ confirmations: _c, suggestedConfirmations: _s, locked: _l, ...entry }) => entry)
    .sort((a, b) => a.height - b.height);

/** Runs the action and answers the height from which on the history changed; checks that it did not change below. */
const touchedBy = async (ledger: Ledger, work: () => Promise<unknown>): Promise<number> => {
  const before = history(ledger);
  await work();
  const from = ledger.takeTouched();
  const below = (entries: typeof before) => entries.filter(({ height }) => height < from);
  expect(below(history(ledger))).toEqual(below(before));
  return from;
};

const setup = async () => {
  const ledger = await testLedger();
  const chain = createTestChain(5);
  chain.add([receive('a', 70n)]);
  chain.addEmpty(20);
  chain.add([receive('b', 30n)]);
  await readChain(ledger, chain);
  return { ledger, chain };
};

describe('the height from which on the history changed', () => {
  test('is 0 at the first call, and Infinity when nothing changed since', async () => {
    const { ledger } = await setup();
    expect(ledger.takeTouched()).toBe(0);
    expect(ledger.takeTouched()).toBe(Infinity);
  });
  test('is the height of new money and of spent money', async () => {
    const { ledger, chain } = await setup();
    ledger.takeTouched();
    chain.addEmpty(3);
    expect(await touchedBy(ledger, () => readChain(ledger, chain))).toBe(Infinity);
    const height = chain.height;
    chain.add([{ ...receive('c', 60n), spends: ['a'], fee: 1n }]);
    chain.addEmpty(2);
    expect(await touchedBy(ledger, () => readChain(ledger, chain))).toBe(height);
  });
  test('is Infinity for changes in the pool only', async () => {
    const { ledger } = await setup();
    ledger.takeTouched();
    expect(await touchedBy(ledger, () => readPool(ledger, [receive('p', 5n)]))).toBe(Infinity);
  });
  test('is the lowest one that a reorg removes', async () => {
    const { ledger, chain } = await setup();
    ledger.takeTouched();
    chain.pop(15);
    chain.addEmpty(20, 'other');
    expect(await touchedBy(ledger, () => readChain(ledger, chain))).toBe(26);
    expect(history(ledger).map(({ height }) => height)).toEqual([5]);
  });
  test('is the lower of two when a payment is mined lower in the new fork', async () => {
    const { ledger, chain } = await setup();
    ledger.takeTouched();
    chain.pop(10);
    chain.add([receive('b', 30n)], 'other');
    chain.addEmpty(20, 'other');
    expect(await touchedBy(ledger, () => readChain(ledger, chain))).toBe(17);
  });
  test('is that of the transaction whose note changed', async () => {
    const { ledger } = await setup();
    ledger.takeTouched();
    const note = (id: string) => () => ledger.commit(change([put('notes', toHex(txidOf(id)), 'Rent')]));
    expect(await touchedBy(ledger, note('b'))).toBe(26);
    expect(await touchedBy(ledger, note('a'))).toBe(5);
    expect(await touchedBy(ledger, note('unknown'))).toBe(Infinity);
  });
  test('is the lowest one when the chain is forgotten', async () => {
    const { ledger } = await setup();
    ledger.takeTouched();
    expect(await touchedBy(ledger, () => ledger.commit((state) => forgetChain(state, false)))).toBe(5);
    expect(history(ledger)).toEqual([]);
  });
  test('covers several commits', async () => {
    const { ledger, chain } = await setup();
    ledger.takeTouched();
    chain.add([receive('c', 1n)]);
    await readChain(ledger, chain);
    await ledger.commit(change([put('notes', toHex(txidOf('b')), 'x')]));
    chain.add([receive('d', 1n)]);
    await readChain(ledger, chain);
    expect(ledger.takeTouched()).toBe(26);
  });
});
