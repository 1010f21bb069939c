import { expect, test } from 'vitest';
import { sumAmounts } from '../../../../src/base/amount.ts';
import { toHex } from '../../../../src/base/hex.ts';
import {
  applySpending,
  receivedIn,
  settleSpends,
  type SpendingTx,
} from '../../../../src/wallet/cold/spent.ts';
import { createDraft, type Draft } from '../../../../src/wallet/ledger/draft.ts';
import { below } from '../../../../src/wallet/decoys/gamma.ts';
import { RELAYED } from '../../../../src/wallet/state/records/relay.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { createTestChain, FIRST_TIME, keyImageOf, txidOf } from '../test-chain.ts';
import { readChain, readPool, testLedger } from '../test-ledger.ts';

const spendingTx = (id: string, height: number, spent: readonly string[]): SpendingTx => ({
  txid: txidOf(id),
  height,
  timestamp: FIRST_TIME,
  fee: 1n,
  unlockTime: 0n,
  keyImages: spent.map((name) => toHex(keyImageOf(name))),
});

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
    const move = spendingTx('move', 3, ['a']);
    applySpending(draft, move, receivedIn(draft, [move]));
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

/** Incomes, and transactions of which each spends some of them and pays several addresses, some with one key twice. */
const manySpends = async (seed: string) => {
  const random = { bytes: seededRandom(seed) };
  const chain = createTestChain(2);
  const toOne = () => ({ major: below(random, 2), minor: below(random, 3) });
  const incomes = Array.from({ length: 30 }, (_, i) => `income ${i}`);
  for (const name of incomes)
    chain.add([{ id: name, outputs: [{ name, amount: 10n + BigInt(below(random, 9)), to: toOne() }] }]);
  const txs: SpendingTx[] = [];
  for (let i = 0; i < 20; i++) {
    const id = `move ${i}`;
    const outputs = Array.from({ length: below(random, 4) }, () => ({
      name: `key ${below(random, 40)}`,
      amount: 1n + BigInt(below(random, 9)),
      to: toOne(),
    }));
    txs.push(
      spendingTx(id, chain.height, [
        incomes[i]!,
        ...(i % 3 === 0 ? [incomes[29 - (i >> 1)]!] : []),
        'foreign',
      ]),
    );
    chain.add([{ id, outputs }]);
  }
  const ledger = await testLedger();
  await readChain(ledger, chain);
  await readPool(ledger, [
    { id: 'move 3', outputs: [{ name: 'pool', amount: 4n, to: { major: 1, minor: 4 } }] },
  ]);
  return { ledger, txs };
};

/** The rule of `applySpending`, which looks at all outputs and payments for each transaction here. */
const applyPlainly = (draft: Draft, { keyImages, ...tx }: SpendingTx): void => {
  const id = toHex(tx.txid);
  const ours = keyImages.filter((image) => draft.indexOfKeyImage(image) !== undefined);
  for (const image of ours) {
    const at = draft.indexOfKeyImage(image)!;
    draft.setOutput(at, { ...draft.output(at), spent: { height: tx.height, txid: tx.txid } });
  }
  const spent = ours.map((image) => draft.output(draft.indexOfKeyImage(image)!));
  const account = spent.at(-1)?.subaddress.major;
  if (account === undefined) return;
  const all = Array.from({ length: draft.outputCount }, (_, i) => draft.output(i));
  const change = sumAmounts(
    all.filter(({ subaddress, txid }) => subaddress.major === account && toHex(txid) === id),
  );
  draft.put('outgoing', id, {
    destinations: [],
    relay: RELAYED,
    ...tx,
    state: 'confirmed',
    amountIn: sumAmounts(spent),
    change,
    returned: change,
    account,
    subaddresses: [...new Set(spent.map(({ subaddress }) => subaddress.minor))].sort((a, b) => a - b),
    keyImages: spent.map(({ keyImage }) => keyImage!),
  });
  for (const [key, { txid, subaddress }] of draft.entries('payments'))
    if (subaddress.major === account && toHex(txid) === id) draft.delete('payments', key);
};

test.each(['a', 'b', 'c', 'd'])('many spends change what one after the other does (%s)', async (seed) => {
  const { ledger, txs } = await manySpends(seed);
  const { state } = ledger;
  const plain = createDraft(state);
  for (const tx of txs) applyPlainly(plain, tx);
  const expected = plain.change();
  expect(expected.deletes.length).toBeGreaterThan(5);
  expect(settleSpends(state, new Map(), { status: new Map(), txs })).toEqual(expected);
});

test('many spends read the payments once, and no output that they do not spend', async () => {
  const { ledger, txs } = await manySpends('work');
  const draft = createDraft(ledger.state);
  let read = 0;
  const watched: Draft = {
    ...draft,
    outputCount: draft.outputCount,
    entries: (table) => {
      if (table === 'payments') read += 1;
      return draft.entries(table);
    },
    output: (at) => {
      read += 1;
      return draft.output(at);
    },
  };
  const received = receivedIn(watched, txs);
  expect(read).toBe(draft.outputCount + 1);
  read = 0;
  for (const tx of txs) applySpending(watched, tx, received);
  expect(read).toBeLessThanOrEqual(2 * 2 * txs.length);
});
