/** What blocks and the pool change in the ledger: outputs, payments, spends, and reorgs that take them back. */
import { describe, expect, test } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { balanceByMinor, balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { incoming, inPool, outgoing } from '../../../../src/wallet/ledger/history.ts';
import { setFrozen } from '../../../../src/wallet/ledger/outputs.ts';
import { createDraft } from '../../../../src/wallet/ledger/draft.ts';
import { markSpent } from '../../../../src/wallet/ledger/spent-status.ts';
import { reduceRange } from '../../../../src/wallet/ledger/reduce-range.ts';
import {
  change,
  openLedger,
  put,
  type Ledger,
  type WalletState,
} from '../../../../src/wallet/state/state.ts';
import type { Change } from '../../../../src/wallet/state/tables.ts';
import { bytesOf, createTestChain, keyImageOf, txidOf, withId, type TestTx } from '../test-chain.ts';
import { readChain, readPool, testLedger } from '../test-ledger.ts';

const NOW = 1_800_000_000;
const total = (ledger: Ledger, account = 0): bigint => balanceOf(ledger.state, account, false, NOW).balance;
const free = (ledger: Ledger, account = 0): bigint => balanceOf(ledger.state, account, false, NOW).unlocked;
const receive = (id: string, amount: bigint, more: Partial<TestTx> = {}): TestTx => ({
  id,
  outputs: [{ name: id, amount }],
  ...more,
});
const names = (ledger: Ledger): string[] => ledger.state.outputs.map(({ txid }) => toHex(txid));

describe('receiving', () => {
  test('a payment becomes an output and a history entry', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(5);
    chain.add([receive('a', 70n, { fee: 3n })]);
    const { receivedMoney } = await readChain(ledger, chain);
    expect(receivedMoney).toBe(true);
    expect(total(ledger)).toBe(70n);
    const [entry] = incoming(ledger.state, {}, NOW);
    expect(entry).toMatchObject({
      type: 'in',
      amount: 70n,
      amounts: [70n],
      fee: 3n,
      height: 5,
      confirmations: 1,
    });
  });

  test('two outputs of one transaction at one address are one payment with two amounts', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([
      {
        id: 'a',
        outputs: [
          { name: 'a0', amount: 5n },
          { name: 'a1', amount: 6n },
          { name: 'a2', amount: 7n, to: { major: 0, minor: 2 } },
        ],
      },
    ]);
    await readChain(ledger, chain);
    expect(incoming(ledger.state, {}, NOW).map(({ amounts }) => amounts)).toEqual([[5n, 6n], [7n]]);
    expect(
      [...balanceByMinor(ledger.state, 0, false, NOW)].map(([minor, { balance }]) => [minor, balance]),
    ).toEqual([
      [0, 11n],
      [2, 7n],
    ]);
  });

  test('blocks below the restore height are ignored', async () => {
    const ledger = await testLedger({ restoreHeight: 4 });
    const chain = createTestChain(3);
    chain.add([receive('early', 1n)]);
    chain.add([receive('late', 2n)]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(2n);
  });
});

test('a rescan forgets how high the chain once was, so that a small reorg after it is none that is too deep', async () => {
  const ledger = await testLedger();
  const chain = createTestChain(150);
  await readChain(ledger, chain);
  chain.pop(1);
  chain.addEmpty(2, 'other');
  await readChain(ledger, chain);
  await ledger.commit((state) => forgetChain(state, false));
  const shorter = createTestChain(20);
  await readChain(ledger, shorter);
  shorter.pop(1);
  shorter.addEmpty(2, 'other');
  await readChain(ledger, shorter);
  expect(ledger.state.height).toBe(21);
});

describe('after a rescan, a payment', () => {
  const rescanned = async (restoreHeight: number, lock: (state: WalletState) => Change) => {
    const ledger = await testLedger();
    const chain = createTestChain(3);
    chain.add([receive('a', 10n), receive('b', 20n)]);
    chain.add([{ id: 'stays', spends: ['a'], fee: 10n }]);
    chain.add([{ id: 'goes', spends: ['b'], fee: 20n }]);
    await readChain(ledger, chain);
    const states = (): unknown[] =>
      ['stays', 'goes'].map((id) => ledger.state.tables.outgoing.get(toHex(txidOf(id)))!.state);
    expect(states()).toEqual(['confirmed', 'confirmed']);
    await ledger.commit((state) => forgetChain(state, false));
    await ledger.commit((state) => change([put('account', '', { ...state.account, restoreHeight })]));
    await ledger.commit(lock);
    chain.pop(1);
    chain.addEmpty(2, 'other');
    await readChain(ledger, chain);
    return states();
  };

  test('is shown as mined only if the blocks still have it', async () => {
    expect(await rescanned(0, () => change([]))).toEqual(['confirmed', 'pending']);
  });
  // Found by the simulator, seed 300203: a copy without the spend key read the blocks after the rescan.
  test('is no longer mined, also when the blocks are read while the spend key is locked away', async () => {
    const lock = ({ account: { spendSecret: _, ...account }, settings }: WalletState): Change =>
      change([
        put('account', '', account),
        put('settings', '', { ...settings, background: { type: 'reuse', away: true } }),
      ]);
    expect(await rescanned(0, lock)).toEqual(['confirmed', 'failed']);
  });
  test('stays mined below a birthday that is later now', async () => {
    expect(await rescanned(5, () => change([]))).toEqual(['confirmed', 'pending']);
  });
});

// Found by the simulator, seed 350057: a rescan ended in the middle, and a payment spent what was spent above.
test('a rescan that has not come to a spend yet shows the output as spent', async () => {
  const ledger = await testLedger();
  const chain = createTestChain(3);
  chain.add([receive('a', 10n), receive('b', 20n)]);
  chain.addEmpty(2, 'between');
  chain.add([{ id: 'spends', spends: ['a'], fee: 10n }]);
  await readChain(ledger, chain);
  await ledger.commit((state) => forgetChain(state, false));
  const half = createTestChain(3);
  half.add([receive('a', 10n), receive('b', 20n)]);
  await readChain(ledger, half);
  const spent = (): unknown[] => ledger.state.outputs.map((output) => output.spent?.height);
  expect(spent()).toEqual([0, undefined]);
  await readChain(ledger, chain);
  expect(spent()).toEqual([chain.height - 1, undefined]);
});

describe('one-time keys that appear twice (burning bug)', () => {
  const twice = async (first: bigint, second: bigint) => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([{ id: 'a', outputs: [{ name: 'same', amount: first }] }]);
    chain.add([receive('between', 1000n)]);
    chain.add([{ id: 'b', outputs: [{ name: 'same', amount: second }] }]);
    await readChain(ledger, chain);
    return { ledger, chain };
  };

  // threat: burning-bug
  test('a second, smaller one is worth nothing', async () => {
    const { ledger } = await twice(50n, 50n);
    expect(total(ledger)).toBe(1050n);
    expect(ledger.state.outputs).toHaveLength(2);
    expect(incoming(ledger.state, {}, NOW).map(({ amount }) => amount)).toEqual([50n, 1000n]);
  });

  // threat: burning-bug
  test('a second, larger one replaces it, and only the difference counts as received', async () => {
    const { ledger } = await twice(50n, 80n);
    expect(total(ledger)).toBe(1080n);
    expect(names(ledger)).toEqual([toHex(txidOf('b')), toHex(txidOf('between'))]);
    expect(incoming(ledger.state, {}, NOW).map(({ amount }) => amount)).toEqual([50n, 1000n, 30n]);
  });

  test('within one transaction count once', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([
      {
        id: 'a',
        outputs: [
          { name: 'same', amount: 5n },
          { name: 'same', amount: 9n },
        ],
      },
    ]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(9n);
    expect(ledger.state.outputs).toHaveLength(1);
  });

  test('are worth nothing after one was spent', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([{ id: 'a', outputs: [{ name: 'same', amount: 5n }] }]);
    chain.add([{ id: 'spend', spends: ['same'], fee: 5n }]);
    chain.add([{ id: 'b', outputs: [{ name: 'same', amount: 100n }] }]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(0n);
  });

  test('return to the smaller one when a reorg removes the larger one', async () => {
    const { ledger, chain } = await twice(50n, 80n);
    chain.pop(1);
    chain.addEmpty(2, 'other');
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(1050n);
    expect(names(ledger)).toEqual([toHex(txidOf('a')), toHex(txidOf('between'))]);
    const again = await openLedger(ledger.file);
    expect(total(again)).toBe(1050n);
  });

  // threat: burning-bug
  test('stay frozen, and keep an imported key image, when a reorg removes the larger one and brings it back', async () => {
    const { ledger, chain } = await twice(50n, 80n);
    // As a view-only wallet reads: blocks show no key images.
    const read = (from: number): Promise<void> =>
      ledger.commit((state) => {
        const range = chain.range(from);
        const found = range.found.map(({ keyImage: _keyImage, ...each }) => each);
        return reduceRange(state, { ...range, found }, 100).change;
      });
    await ledger.commit((state) => forgetChain(state, false));
    await read(0);
    await ledger.commit(({ outputs }) => {
      const { keyImageRequested: _requested, ...output } = outputs[0]!;
      return change([put('outputs', '0', { ...output, keyImage: keyImageOf('same') })]);
    });
    await setFrozen(ledger, keyImageOf('same'), true);
    const facts = () => {
      const { amount, frozen, keyImage } = ledger.state.outputs[0]!;
      return { amount, frozen, keyImage };
    };
    expect(facts()).toEqual({ amount: 80n, frozen: true, keyImage: keyImageOf('same') });
    chain.pop(1);
    chain.addEmpty(2, 'other');
    await read(3);
    expect(facts()).toEqual({ amount: 50n, frozen: true, keyImage: keyImageOf('same') });
    chain.pop(2);
    chain.add([{ id: 'b', outputs: [{ name: 'same', amount: 80n }] }]);
    chain.addEmpty(2);
    await read(3);
    expect(facts()).toEqual({ amount: 80n, frozen: true, keyImage: keyImageOf('same') });
  });
});

describe('spending', () => {
  const funded = async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([receive('a', 100n), receive('b', 40n)]);
    chain.addEmpty(20);
    await readChain(ledger, chain);
    return { ledger, chain };
  };

  test('money that returns to the spending account is change, not a payment', async () => {
    const { ledger, chain } = await funded();
    chain.add([{ id: 's', spends: ['a'], fee: 10n, outputs: [{ name: 'change', amount: 60n }] }]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(100n);
    expect(incoming(ledger.state, { min: 3 }, NOW)).toEqual([]);
    expect(outgoing(ledger.state, 'confirmed', {}, NOW)).toMatchObject([
      { type: 'out', amount: 30n, fee: 10n, height: 23 },
    ]);
  });

  test('a payment inside one account has the amount zero', async () => {
    const { ledger, chain } = await funded();
    chain.add([
      {
        id: 's',
        spends: ['a'],
        fee: 10n,
        outputs: [
          { name: 'x', amount: 60n, to: { major: 0, minor: 3 } },
          { name: 'y', amount: 30n },
        ],
      },
    ]);
    await readChain(ledger, chain);
    expect(outgoing(ledger.state, 'confirmed', {}, NOW)).toMatchObject([{ amount: 0n, fee: 10n }]);
    expect(incoming(ledger.state, { min: 3 }, NOW)).toEqual([]);
  });

  test('a payment with a fee above its inputs shows zero paid, and never less', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([receive('a', 100n)]);
    chain.add([{ id: 'b', spends: ['a'], fee: 5000n }]);
    await readChain(ledger, chain);
    expect(outgoing(ledger.state, 'confirmed', {}, NOW)).toMatchObject([{ amount: 0n, fee: 5000n }]);
  });

  test('a payment to another own account is outgoing here and incoming there', async () => {
    const { ledger, chain } = await funded();
    chain.add([
      {
        id: 's',
        spends: ['a'],
        fee: 10n,
        outputs: [
          { name: 'x', amount: 60n, to: { major: 1, minor: 0 } },
          { name: 'y', amount: 30n },
        ],
      },
    ]);
    await readChain(ledger, chain);
    expect(outgoing(ledger.state, 'confirmed', { account: 0 }, NOW)).toMatchObject([{ amount: 60n }]);
    expect(incoming(ledger.state, { account: 1 }, NOW)).toMatchObject([{ amount: 60n }]);
    expect(total(ledger, 1)).toBe(60n);
  });

  test('an output is found and spent in one and the same block', async () => {
    const { ledger, chain } = await funded();
    chain.add([
      receive('c', 500n),
      { id: 's', spends: ['c'], fee: 1n, outputs: [{ name: 'd', amount: 9n, to: { major: 0, minor: 1 } }] },
    ]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(149n);
  });
});

describe('the pool', () => {
  // threat: false-pool
  test('a pending payment is shown, counted in the balance, and removed when the pool drops it', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(5);
    await readChain(ledger, chain);
    const tx = receive('a', 33n);
    await readPool(ledger, [tx]);
    expect(inPool(ledger.state, {}, NOW)).toMatchObject([
      { type: 'pool', amount: 33n, height: 0, locked: true },
    ]);
    expect(total(ledger)).toBe(33n);
    expect(free(ledger)).toBe(0n);
    expect(balanceOf(ledger.state, 0, true, NOW).balance).toBe(0n);
    await readPool(ledger, [tx], []);
    expect(total(ledger)).toBe(33n);
    await readPool(ledger, []);
    expect(inPool(ledger.state, {}, NOW)).toEqual([]);
    expect(total(ledger)).toBe(0n);
  });

  // threat: burning-bug
  test('of two outputs with one one-time key only the larger one is shown', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    await readChain(ledger, chain);
    const tx: TestTx = {
      id: 'a',
      outputs: [
        { name: 'one key', amount: 5n },
        { name: 'one key', amount: 9n },
        { name: 'one key', amount: 7n },
      ],
    };
    await readPool(ledger, [tx]);
    expect(inPool(ledger.state, {}, NOW).map(({ amount }) => amount)).toEqual([9n]);
    expect(total(ledger)).toBe(9n);
    chain.add([tx]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(9n);
  });

  test('a mined payment replaces its pending entry', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(5);
    await readChain(ledger, chain);
    await readPool(ledger, [receive('a', 33n)]);
    chain.add([receive('a', 33n)]);
    await readChain(ledger, chain);
    await readPool(ledger, []);
    expect(total(ledger)).toBe(33n);
    expect(incoming(ledger.state, {}, NOW)).toHaveLength(1);
  });

  test('a spend by a copy of this wallet removes the money before it is mined', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([receive('a', 100n)]);
    chain.addEmpty(15);
    await readChain(ledger, chain);
    const spend: TestTx = { id: 's', spends: ['a'], fee: 1n, outputs: [{ name: 'change', amount: 20n }] };
    await readPool(ledger, [spend]);
    expect(free(ledger)).toBe(0n);
    expect(total(ledger)).toBe(20n);
    expect(outgoing(ledger.state, 'pending', {}, NOW)).toMatchObject([{ amount: 79n, fee: 1n }]);
    expect(incoming(ledger.state, { min: 3 }, NOW)).toEqual([]);
    chain.add([spend]);
    await readChain(ledger, chain);
    await readPool(ledger, []);
    expect(total(ledger)).toBe(20n);
    expect(outgoing(ledger.state, 'pending', {}, NOW)).toEqual([]);
  });

  // threat: false-pool
  test("a copy's spend that leaves the pool without a block frees the money after a while", async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([receive('a', 100n)]);
    chain.addEmpty(15);
    await readChain(ledger, chain);
    await readPool(ledger, [{ id: 's', spends: ['a'] }]);
    for (let look = 0; look < 20; look++) {
      await readPool(ledger, []);
      expect(free(ledger)).toBe(0n);
    }
    await readPool(ledger, []);
    expect(free(ledger)).toBe(100n);
    expect(outgoing(ledger.state, 'failed', {}, NOW)).toHaveLength(1);
  });

  test('of two spends of one output, the mined one counts and the other has failed', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([receive('a', 100n), receive('b', 7n)]);
    chain.addEmpty(15);
    await readChain(ledger, chain);
    await readPool(ledger, [{ id: 'first', spends: ['a', 'b'] }]);
    expect(free(ledger)).toBe(0n);
    chain.add([{ id: 'rival', spends: ['a'], fee: 1n }]);
    await readChain(ledger, chain);
    expect(outgoing(ledger.state, 'failed', {}, NOW).map(({ txid }) => toHex(txid))).toEqual([
      toHex(txidOf('first')),
    ]);
    expect(outgoing(ledger.state, 'confirmed', {}, NOW).map(({ txid }) => toHex(txid))).toEqual([
      toHex(txidOf('rival')),
    ]);
    // The other input of the failed payment is free again.
    expect(free(ledger)).toBe(7n);
  });
});

describe('reorgs', () => {
  test('remove outputs, payments and spends of the lost blocks', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([receive('a', 100n)]);
    chain.addEmpty(15);
    await readChain(ledger, chain);
    chain.add([receive('b', 5n)]);
    chain.addEmpty(2);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(105n);
    chain.pop(3);
    chain.addEmpty(5, 'other');
    const { detached } = await readChain(ledger, chain);
    expect(detached).toBe(3);
    expect(ledger.state.height).toBe(chain.height);
    expect(total(ledger)).toBe(100n);
    expect(incoming(ledger.state, {}, NOW)).toHaveLength(1);
  });

  test('keep an output frozen that returns in a later block, also when a rescan came before', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(3);
    chain.add([receive('a', 10n)]);
    await readChain(ledger, chain);
    await setFrozen(ledger, keyImageOf('a'), true);
    const isFrozen = () => ledger.state.outputs.map(({ frozen }) => frozen);
    chain.pop(1);
    chain.addEmpty(2, 'other');
    await readChain(ledger, chain);
    chain.add([receive('a', 10n)], 'other');
    await readChain(ledger, chain);
    expect(isFrozen()).toEqual([true]);
    chain.add([{ id: 'spend', spends: ['a'] }], 'other');
    await readChain(ledger, chain);
    await ledger.commit((state) => forgetChain(state, false));
    await readChain(ledger, chain);
    expect(isFrozen()).toEqual([true]);
  });

  test('keep outputs spent that only the node called spent, since their spends are not read again', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(3);
    chain.add([receive('a', 10n), receive('b', 20n)]);
    chain.addEmpty(5);
    await readChain(ledger, chain);
    const says = (name: string, status: 0 | 1 | 2): Promise<void> =>
      ledger.commit((state) => markSpent(state, new Map([[toHex(keyImageOf(name)), status]])));
    await says('a', 1);
    chain.pop(1);
    chain.addEmpty(2, 'other');
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(20n);
    const again = await openLedger(ledger.file);
    expect(total(again)).toBe(20n);
    // Only the node takes back what it said.
    await says('a', 0);
    expect(total(ledger)).toBe(30n);
  });

  test('keep an output frozen when the wallet has no block below them and reads the chain again', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(3);
    chain.add([receive('a', 10n)]);
    chain.add([receive('b', 20n)]);
    chain.addEmpty(3);
    await readChain(ledger, chain);
    for (const name of ['a', 'b']) await setFrozen(ledger, keyImageOf(name), true);
    const base = 6;
    const append = ledger.state.chain.hashes.slice(32 * base);
    await ledger.commit({ ...change([]), chain: { base, append } });
    // As when multisig info about the second output is imported.
    await ledger.commit((state) => {
      const draft = createDraft(state);
      draft.detach(4);
      return draft.change();
    });
    expect(ledger.state.chain.hashes).toHaveLength(0);
    await ledger.commit((state) => reduceRange(state, chain.range(0), 100).change);
    expect(ledger.state.outputs.map(({ amount, frozen }) => [amount, frozen])).toEqual([
      [10n, true],
      [20n, true],
    ]);
    expect(ledger.state.tables.toFreeze.size).toBe(0);
  });

  test('keep the keys of outputs that return in another order', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(3);
    chain.add([receive('a', 10n)]);
    chain.add([receive('b', 20n)]);
    await readChain(ledger, chain);
    chain.pop(2);
    chain.add([receive('b', 20n)], 'other');
    chain.add([receive('a', 10n)], 'other');
    chain.addEmpty(1, 'other');
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(30n);
    expect(names(ledger)).toEqual([toHex(txidOf('b')), toHex(txidOf('a'))]);
    chain.add([{ id: 'spend b', spends: ['b'], fee: 20n }]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(10n);
    chain.add([{ id: 'spend a', spends: ['a'], fee: 10n }]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(0n);
    const again = await openLedger(ledger.file);
    expect(again.state.byKeyImage.get(toHex(keyImageOf('a')))).toBe(1);
    expect(total(again)).toBe(0n);
  });

  test('leave no gap and lose no output when an output comes out of order', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(3);
    chain.add([receive('old', 1n)]);
    chain.add([receive('a', 10n)]);
    chain.add([receive('b', 20n)]);
    chain.add([receive('c', 40n)]);
    await readChain(ledger, chain);
    // As after scan_tx of an old transaction: the oldest output is the last in the list.
    const [old, a, b, c] = ledger.state.outputs;
    const order = [a!, b!, c!, old!];
    await ledger.commit({
      puts: order.map((value, outputIndex) => ({
        table: 'outputs' as const,
        key: String(outputIndex),
        value,
      })),
      deletes: [],
    });
    chain.pop(2);
    chain.addEmpty(3, 'other');
    await readChain(ledger, chain);
    expect(names(ledger)).toEqual(['a', 'old'].map((id) => toHex(txidOf(id))));
    expect(total(ledger)).toBe(11n);
    const again = await openLedger(ledger.file);
    expect(again.state.outputs).toEqual(ledger.state.outputs);
    expect([...again.state.byKeyImage].sort()).toEqual(
      ['a', 'old'].map((id, outputIndex) => [toHex(keyImageOf(id)), outputIndex]).sort(),
    );
  });

  // threat: false-amount
  test('do not count change twice when two successive payments return to the pool', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([receive('a', 100n), receive('b', 7n)]);
    chain.addEmpty(10);
    const first: TestTx = { id: 's1', spends: ['a'], fee: 1n, outputs: [{ name: 'c1', amount: 60n }] };
    const second: TestTx = { id: 's2', spends: ['c1', 'b'], fee: 1n, outputs: [{ name: 'c2', amount: 65n }] };
    chain.add([first]);
    chain.addEmpty(10);
    chain.add([second]);
    chain.addEmpty(1);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(65n);
    chain.pop(13);
    chain.addEmpty(14, 'other');
    await readChain(ledger, chain);
    // The second payment's change is made of the first one's change and of output b.
    expect(total(ledger)).toBe(65n);
    expect(free(ledger)).toBe(0n);
    chain.add([first]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(65n);
    chain.add([second]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(65n);
  });

  test('make a waiting payment count as nothing when the money it spends never existed', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([receive('a', 100n)]);
    chain.add([{ id: 's', spends: ['a'], fee: 1n, outputs: [{ name: 'c', amount: 60n }] }]);
    chain.addEmpty(1);
    await readChain(ledger, chain);
    chain.pop(3);
    chain.addEmpty(4, 'other');
    await readChain(ledger, chain);
    expect(outgoing(ledger.state, 'pending', {}, NOW)).toHaveLength(1);
    expect(total(ledger)).toBe(0n);
  });

  test('return our payment to waiting, and keep its inputs spent', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([receive('a', 100n)]);
    chain.addEmpty(10);
    const spend: TestTx = { id: 's', spends: ['a'], fee: 1n, outputs: [{ name: 'change', amount: 60n }] };
    chain.add([spend]);
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(60n);
    // A reorg removes both; then the input is mined again while the spend is still in the pool.
    chain.pop(12);
    chain.add([receive('a', 100n)], 'other');
    chain.addEmpty(13, 'other');
    await readChain(ledger, chain);
    await readPool(ledger, [spend], []);
    expect(outgoing(ledger.state, 'pending', {}, NOW)).toHaveLength(1);
    expect(total(ledger)).toBe(60n);
    expect(free(ledger)).toBe(0n);
    chain.add([spend], 'other');
    await readChain(ledger, chain);
    expect(total(ledger)).toBe(60n);
    expect(outgoing(ledger.state, 'confirmed', {}, NOW)).toHaveLength(1);
  });

  test('deeper than allowed are refused and change nothing', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([receive('a', 100n)]);
    chain.addEmpty(101);
    await readChain(ledger, chain);
    chain.pop(101);
    chain.addEmpty(150, 'other');
    await expect(readChain(ledger, chain)).rejects.toMatchObject({
      code: 'reorg_too_deep',
      data: { depth: 101, max: 100 },
    });
    expect(total(ledger)).toBe(100n);
    expect(ledger.state.height).toBe(104);
  });

  // threat: decoy-rounds
  test('remove no ring and no draw, however many blocks are lost', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(150);
    await readChain(ledger, chain);
    await ledger.commit({
      puts: [
        { table: 'rings', key: 'aa', value: { indices: [1, 149] } },
        { table: 'draws', key: 'aa', value: { indices: [149, 1, 2] } },
      ],
      deletes: [],
    });
    for (const blocks of [11, 90]) {
      chain.pop(blocks);
      chain.addEmpty(blocks + 1, `false fork of ${blocks}`);
      await readChain(ledger, chain);
      expect(ledger.state.tables.rings.get('aa')).toEqual({ indices: [1, 149] });
      expect(ledger.state.tables.draws.get('aa')).toEqual({ indices: [149, 1, 2] });
    }
  });
});

describe('scanned ranges that do not fit', () => {
  test('are refused when they do not connect to the known chain', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(20);
    await readChain(ledger, chain);
    const foreign = createTestChain(1);
    foreign.addEmpty(40, 'foreign');
    for (const from of [5, 19, 20, 25]) {
      expect(() => reduceRange(ledger.state, foreign.range(from), 100)).toThrow('chain_mismatch');
    }
  });

  // threat: changed-blocks
  test('are refused when their blocks do not link', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(20);
    await readChain(ledger, chain);
    chain.addEmpty(4);
    const range = chain.range(19);
    const torn = withId(range, 21, 'previousIds', bytesOf('another'));
    expect(() => reduceRange(ledger.state, torn, 100)).toThrow('chain_mismatch');
  });

  test('change nothing where their blocks are known already', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(20);
    await readChain(ledger, chain);
    const reduced = reduceRange(ledger.state, chain.range(3, 5), 100);
    expect(reduced).toMatchObject({ detached: 0, receivedMoney: false, change: { puts: [], deletes: [] } });
    expect(reduced.change.chain).toBeUndefined();
  });

  // threat: fake-chain
  test('are refused when their first block is not the genesis block', async () => {
    const ledger = await testLedger({ network: 'stagenet' });
    await expect(readChain(ledger, createTestChain(5))).rejects.toMatchObject({ code: 'chain_mismatch' });
  });
});
