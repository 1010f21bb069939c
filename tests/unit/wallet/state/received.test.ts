/** The transactions that pay the wallet, as the wallet server tells its program. */
import { expect, test } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { createTestChain, txidOf, type TestTx } from '../test-chain.ts';
import { readChain, readPool, testLedger } from '../test-ledger.ts';

const paying: TestTx = { id: 'paying', outputs: [{ name: 'a', amount: 70n }] };
const PAYING = toHex(txidOf('paying'));

test('a payment is told when it is seen in the pool, not again while it waits, and again in a block', async () => {
  const ledger = await testLedger();
  const chain = createTestChain(5);
  await readChain(ledger, chain);
  expect(ledger.takeReceived()).toEqual([]);
  await readPool(ledger, [paying]);
  expect(ledger.takeReceived()).toEqual([PAYING]);
  await readPool(ledger, [paying]);
  expect(ledger.takeReceived()).toEqual([]);
  chain.add([paying]);
  await readChain(ledger, chain);
  expect(ledger.takeReceived()).toEqual([PAYING]);
  chain.addEmpty(3);
  await readChain(ledger, chain);
  expect(ledger.takeReceived()).toEqual([]);
});
