/** When money is unlocked, and what balances count. */
import { describe, expect, test } from 'vitest';
import { asTxId } from '../../../../src/base/brands.ts';
import {
  balanceByMinor,
  balanceOf,
  isTimeUnlocked,
  isUnlocked,
} from '../../../../src/wallet/ledger/balance.ts';
import { openLedger, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import { createTestChain, type TestTx } from '../test-chain.ts';
import { readChain, testLedger } from '../test-ledger.ts';

const NOW = 1_800_000_000;

// threat: ring-request
describe('unlock times', () => {
  test.each([
    // [unlock time, blocks known, seconds, unlocked]
    [0n, 1, 0, true],
    [100n, 99, 0, false],
    [100n, 100, 0, true],
    [100n, 101, 0, true],
    [499_999_999n, 3_000_000, NOW, false],
    // From 500,000,000 on they are seconds, with 120 of leeway.
    [500_000_000n, 3_000_000, NOW, true],
    [BigInt(NOW) + 121n, 3_000_000, NOW, false],
    [BigInt(NOW) + 120n, 3_000_000, NOW, true],
    [2n ** 64n - 1n, 3_000_000, NOW, false],
  ])('%s at height %i and time %i: %s', (unlockTime, height, now, unlocked) => {
    expect(isTimeUnlocked(unlockTime, height, now)).toBe(unlocked);
  });

  test('an output of block h is unlocked when block h + 9 is known, that is at h + 10 blocks', () => {
    expect(isUnlocked({ unlockTime: 0n, height: 50 }, 59, NOW)).toBe(false);
    expect(isUnlocked({ unlockTime: 0n, height: 50 }, 60, NOW)).toBe(true);
  });

  // threat: false-pool
  test('an output in the pool is locked', () => {
    expect(isUnlocked({ unlockTime: 0n, height: 0 }, 60, NOW)).toBe(false);
  });

  test('coinbase of block h has unlock time h + 60 and is unlocked at that many blocks', () => {
    expect(isUnlocked({ unlockTime: 110n, height: 50 }, 109, NOW)).toBe(false);
    expect(isUnlocked({ unlockTime: 110n, height: 50 }, 110, NOW)).toBe(true);
  });
});

const withOutputs = async (txs: readonly TestTx[]): Promise<Ledger> => {
  const ledger = await testLedger();
  const chain = createTestChain(100);
  chain.add(txs);
  await readChain(ledger, chain);
  return ledger;
};
const change = (ledger: Ledger, outputIndex: number, more: Partial<OwnedOutput>): Promise<void> =>
  ledger.commit({
    puts: [put('outputs', String(outputIndex), { ...ledger.state.outputs[outputIndex]!, ...more })],
    deletes: [],
  });

describe('balances', () => {
  test('blocks to unlock follow from the age, or from the unlock time where that is later', async () => {
    const ledger = await withOutputs([
      { id: 'a', outputs: [{ name: 'a', amount: 1n }] },
      {
        id: 'b',
        outputs: [{ name: 'b', amount: 2n, to: { major: 0, minor: 1 } }],
        unlockTime: 160n,
        coinbase: true,
      },
      {
        id: 'c',
        outputs: [{ name: 'c', amount: 4n, to: { major: 0, minor: 2 } }],
        unlockTime: BigInt(NOW) + 1000n,
      },
    ]);
    const rows = balanceByMinor(ledger.state, 0, false, NOW);
    expect(
      [0, 1, 2].map((minor) => [rows.get(minor)!.blocksToUnlock, rows.get(minor)!.timeToUnlock]),
    ).toEqual([
      [9, 0],
      [59, 0],
      [9, 1000],
    ]);
    expect(balanceOf(ledger.state, 0, false, NOW)).toEqual({
      balance: 7n,
      unlocked: 0n,
      blocksToUnlock: 59,
      timeToUnlock: 1000,
      outputs: 3,
    });
  });

  test('frozen outputs are left out everywhere', async () => {
    const ledger = await withOutputs([{ id: 'a', outputs: [{ name: 'a', amount: 1n }] }]);
    await change(ledger, 0, { frozen: true });
    expect(balanceOf(ledger.state, 0, false, NOW).balance).toBe(0n);
    expect(balanceByMinor(ledger.state, 0, false, NOW).size).toBe(0);
  });

  test('outputs spent in the pool are left out, except with strict', async () => {
    const ledger = await withOutputs([{ id: 'a', outputs: [{ name: 'a', amount: 9n }] }]);
    await change(ledger, 0, { spent: { height: 0, txid: asTxId(new Uint8Array(32)) } });
    expect(balanceOf(ledger.state, 0, false, NOW).balance).toBe(0n);
    expect(balanceOf(ledger.state, 0, true, NOW).balance).toBe(9n);
    await change(ledger, 0, { spent: { height: 101, txid: asTxId(new Uint8Array(32)) } });
    expect(balanceOf(ledger.state, 0, true, NOW).balance).toBe(0n);
  });

  // threat: burning-bug
  test('money that replaced an old output with the same key is locked for ten blocks like any other', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([{ id: 'a', outputs: [{ name: 'same', amount: 5n }] }]);
    chain.add([{ id: 'between', outputs: [{ name: 'between', amount: 100n }] }]);
    chain.addEmpty(70);
    await readChain(ledger, chain);
    expect(balanceOf(ledger.state, 0, false, NOW)).toMatchObject({ balance: 105n, unlocked: 105n });
    chain.add([{ id: 'b', outputs: [{ name: 'same', amount: 8n }] }]);
    await readChain(ledger, chain);
    const locked = { balance: 108n, unlocked: 100n, blocksToUnlock: 9 };
    expect(balanceOf(ledger.state, 0, false, NOW)).toMatchObject(locked);
    expect(balanceOf((await openLedger(ledger.file)).state, 0, false, NOW)).toMatchObject(locked);
    chain.addEmpty(9);
    await readChain(ledger, chain);
    expect(balanceOf(ledger.state, 0, false, NOW)).toMatchObject({ unlocked: 108n, blocksToUnlock: 0 });
  });

  test('an account without money has no rows', async () => {
    const ledger = await withOutputs([{ id: 'a', outputs: [{ name: 'a', amount: 9n }] }]);
    expect(balanceByMinor(ledger.state, 5, false, NOW).size).toBe(0);
    expect(balanceOf(ledger.state, 5, false, NOW).balance).toBe(0n);
  });

  test('amounts up to the whole supply are added exactly', async () => {
    const huge = 2n ** 64n - 1n;
    const ledger = await withOutputs([
      { id: 'a', outputs: [{ name: 'a', amount: huge }] },
      { id: 'b', outputs: [{ name: 'b', amount: 1n }] },
    ]);
    expect(balanceOf(ledger.state, 0, false, NOW).balance).toBe(huge + 1n);
  });
});
