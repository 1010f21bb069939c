/** Key images that are imported while the chain changes. */
import { describe, expect, test } from 'vitest';
import type { TxLookup } from '../../../../src/ports/block-source.ts';
import { importKeyImages, type KeyImageDeps } from '../../../../src/wallet/cold/key-images.ts';
import { createTestChain, keyImageOf, prunedBlob, txidOf } from '../test-chain.ts';
import { readChain, testLedger } from '../test-ledger.ts';

const income = { id: 'income', outputs: [{ name: 'a', amount: 9n }] };
/** Without the key image, a wallet sees only what the transaction pays it. */
const change = { id: 'spend', outputs: [{ name: 'change', amount: 5n }] };

/**
 * Imports the key image of the income. During the first or second question to the node, other blocks replace the last
 * `pop`: the spend moves to the block after them, or is in none.
 */
const importDuringReorg = async (pop: number, replaced: 'moved' | 'gone', moment: 'first' | 'second') => {
  const ledger = await testLedger();
  const chain = createTestChain(20);
  chain.add([income]);
  chain.add([change]);
  await readChain(ledger, chain);
  let height = 21;
  const reorganise = async (when: 'first' | 'second'): Promise<void> => {
    if (when !== moment || height !== 21) return;
    height = replaced === 'moved' ? 22 : 0;
    chain.pop(pop);
    chain.addEmpty(pop, 'other');
    chain.add(replaced === 'moved' ? [change] : [], 'other');
    await readChain(ledger, chain);
  };
  const spend = { ...change, spends: ['a'], fee: 1n };
  const node = {
    keyImagesSpent: async () => {
      const status = height > 0 ? 1 : 0;
      await reorganise('first');
      return [status];
    },
    transactions: async () => {
      const facts = { pruned: true, inPool: false, timestamp: 7, doubleSpendSeen: false, outputIndices: [9] };
      const found = { txid: txidOf(spend.id), blob: prunedBlob(spend), ...facts, height };
      await reorganise('second');
      return [found] satisfies TxLookup[];
    },
  };
  const deps = { chain: node, ledger, nextTurn: () => Promise.resolve() };
  const images = [{ keyImage: keyImageOf('a'), signature: new Uint8Array(64) }];
  const imported = await importKeyImages(deps as unknown as KeyImageDeps, { offset: 0, images });
  return { imported, state: ledger.state };
};

describe('key images that are imported during a reorganisation', () => {
  test('get the new height of their spend', async () => {
    const { imported, state } = await importDuringReorg(1, 'moved', 'second');
    expect(imported).toEqual({ height: 20, spent: 9n, unspent: 0n });
    expect(state.outputs[0]!.spent).toEqual({ height: 22, txid: txidOf('spend') });
    expect(state.history.outgoing).toMatchObject([{ height: 22, amountIn: 9n, change: 5n }]);
  });
  test('leave the money unspent if it removes their spend', async () => {
    const { imported, state } = await importDuringReorg(1, 'gone', 'second');
    expect(imported).toEqual({ height: 20, spent: 0n, unspent: 9n });
    expect(state.outputs).toMatchObject([{ amount: 9n }]);
    expect(state.history.outgoing).toEqual([]);
  });
  test('are kept for later if it removes their outputs', async () => {
    const { imported, state } = await importDuringReorg(2, 'gone', 'first');
    expect(imported).toEqual({ height: 0, spent: 0n, unspent: 0n });
    expect([...state.tables.keyImages.values()]).toEqual([keyImageOf('a')]);
  });
});
