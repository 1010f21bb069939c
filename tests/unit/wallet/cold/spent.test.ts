import { expect, test } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { applySpending } from '../../../../src/wallet/cold/spent.ts';
import { createDraft } from '../../../../src/wallet/ledger/draft.ts';
import { createTestChain, FIRST_TIME, keyImageOf, txidOf } from '../test-chain.ts';
import { readChain, testLedger } from '../test-ledger.ts';

test('a spend that is learned late takes its change from the history, and no payment to another account', async () => {
  const chain = createTestChain(2);
  chain.add([{ id: 'income', outputs: [{ name: 'a', amount: 9n }] }]);
  // Without the key image, a wallet sees only what the transaction pays it.
  const outputs = [
    { name: 'change', amount: 5n },
    { name: 'moved', amount: 3n, to: { major: 1, minor: 0 } },
  ];
  chain.add([{ id: 'move', outputs }]);
  const ledger = await testLedger();
  await readChain(ledger, chain);
  const payments = (): unknown[] =>
    [...ledger.state.tables.payments.values()].map(({ amount, subaddress }) => [amount, subaddress.major]);
  expect(payments()).toEqual([
    [9n, 0],
    [5n, 0],
    [3n, 1],
  ]);
  await ledger.commit((state) => {
    const draft = createDraft(state);
    applySpending(draft, {
      txid: txidOf('move'),
      height: 3,
      timestamp: FIRST_TIME,
      fee: 1n,
      unlockTime: 0n,
      keyImages: [toHex(keyImageOf('a'))],
    });
    return draft.change();
  });
  expect(payments()).toEqual([
    [9n, 0],
    [3n, 1],
  ]);
  expect([...ledger.state.tables.outgoing.values()]).toMatchObject([
    { amountIn: 9n, change: 5n, account: 0 },
  ]);
  expect(ledger.state.outputs[0]!.spent).toEqual({ height: 3, txid: txidOf('move') });
});
