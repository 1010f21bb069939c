/** Single transactions that the user names, while the chain changes. */
import { expect, test } from 'vitest';
import type { TxLookup } from '../../../../src/ports/block-source.ts';
import { scanTransactions } from '../../../../src/wallet/sync/scan-transactions.ts';
import { createTestChain, prunedBlob, scannedPoolTx, txidOf } from '../test-chain.ts';
import { readChain, testLedger } from '../test-ledger.ts';

/** The scan of blocks does not find its output, as beyond the look-ahead. */
const far = { id: 'far' };
const seen = { ...far, outputs: [{ name: 'far', amount: 5n }] };

test.each(['it is scanned', 'blocks are read'])(
  'a transaction that a reorg moves while %s gets its new place',
  async (moment) => {
    const ledger = await testLedger();
    const chain = createTestChain(20);
    if (moment === 'blocks are read') await readChain(ledger, chain);
    chain.add([far]);
    if (moment === 'it is scanned') await readChain(ledger, chain);
    let place = { height: 20, outputIndices: [7000] };
    let asked = 0;
    const reorganise = async (when: string): Promise<void> => {
      if (moment !== when || place.height > 20) return;
      chain.pop(1);
      chain.addEmpty(1, 'other');
      chain.add([far], 'other');
      await readChain(ledger, chain);
      place = { height: 21, outputIndices: [7003] };
    };
    const lookUp = (): readonly TxLookup[] => {
      asked += 1;
      const txid = txidOf(far.id);
      const facts = { pruned: true, inPool: false, timestamp: 0, doubleSpendSeen: false };
      return [{ txid, blob: prunedBlob(seen), ...facts, ...place }];
    };
    const chosenNode = {
      transactions: () => Promise.resolve(lookUp()),
      keyImagesSpent: () => Promise.resolve([0]),
    };
    const pool = {
      scanTx: async () => {
        await reorganise('it is scanned');
        return scannedPoolTx(seen);
      },
    };
    const sync = { prepared: () => Promise.resolve(), refresh: () => reorganise('blocks are read') };
    const deps = { chain: chosenNode, pool, sync, ledger, now: () => 0 };
    await scanTransactions(deps as unknown as Parameters<typeof scanTransactions>[0], [txidOf(far.id)]);
    expect(ledger.state.outputs).toMatchObject([{ amount: 5n, height: 21, globalIndex: 7003 }]);
    expect(asked).toBe(2);
  },
);
