/** By how much payments with an own address among the payees change the balance, and that History and balance agree. */
import { describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { balanceByMinor, balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { createDraft } from '../../../../src/wallet/ledger/draft.ts';
import { netOf } from '../../../../src/wallet/ledger/net.ts';
import { outgoing } from '../../../../src/wallet/ledger/history.ts';
import { putPending } from '../../../../src/wallet/spend/put-pending.ts';
import { change, openLedger, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import type { Outgoing } from '../../../../src/wallet/state/records/payments.ts';
import { createTestChain, keyImageOf, prunedBlob, txidOf, type TestTx } from '../test-chain.ts';
import { readChain, readPool, testLedger } from '../test-ledger.ts';

const NOW = 1_800_000_000;
const total = ({ state }: Ledger): bigint => balanceOf(state, 0, false, NOW).balance;
const sent = ({ state }: Ledger, id = 'pay'): Outgoing => state.tables.outgoing.get(toHex(txidOf(id)))!;
const net = (ledger: Ledger, id?: string): bigint => netOf(ledger.state, sent(ledger, id));

/** Of 1000: 100 and 300 to others, 200 to an own subaddress of the paying account; fee 5. */
const PAY: TestTx = {
  id: 'pay',
  spends: ['in'],
  fee: 5n,
  outputs: [
    { name: 'own', amount: 200n, to: { major: 0, minor: 2 } },
    { name: 'change', amount: 395n },
  ],
};
const AGREED = 595n;

const funded = async () => {
  const ledger = await testLedger();
  const chain = createTestChain(5);
  chain.add([{ id: 'in', outputs: [{ name: 'in', amount: 1000n }] }]);
  await readChain(ledger, chain);
  return { ledger, chain };
};
const pay = (ledger: Ledger): Promise<void> =>
  ledger.commit((state) => {
    const draft = createDraft(state);
    putPending(
      draft,
      {
        blob: prunedBlob(PAY),
        txid: txidOf('pay'),
        fee: 5n,
        weight: 1,
        keys: { key: asSecretKey(new Uint8Array(32)), additional: [] },
        account: 0,
        keyImages: [keyImageOf('in')],
        destinations: [
          { address: 'a', amount: 100n },
          { address: 'own', amount: 200n, minor: 2 },
          { address: 'b', amount: 300n },
        ],
        change: 395n,
        amountIn: 1000n,
      },
      { at: NOW, sentTo: 'node' },
    );
    return draft.change();
  });

describe('a payment to others and to an own address of the paying account', () => {
  test('takes what others get and the fee: before its block, in it, and after a reorg', async () => {
    const { ledger, chain } = await funded();
    await pay(ledger);
    expect([net(ledger), total(ledger)]).toEqual([-405n, AGREED]);
    chain.add([PAY]);
    await readChain(ledger, chain);
    expect([net(ledger), total(ledger)]).toEqual([-405n, AGREED]);
    chain.pop(1);
    chain.addEmpty(2, 'fork');
    await readChain(ledger, chain);
    expect(sent(ledger).state).toBe('pending');
    expect([net(ledger), total(ledger)]).toEqual([-405n, AGREED]);
    const rows = balanceByMinor(ledger.state, 0, false, NOW);
    expect([0, 2].map((minor) => rows.get(minor)?.balance)).toEqual([395n, 200n]);
  });

  test('is the same for another device with the same words, while get_transfers shows what each knows', async () => {
    const { ledger, chain } = await funded();
    await pay(ledger);
    chain.add([PAY]);
    await readChain(ledger, chain);
    const other = await testLedger();
    await readChain(other, chain);
    expect([net(other), total(other)]).toEqual([net(ledger), total(ledger)]);
    const amounts = [ledger, other].map(
      ({ state }) => outgoing(state, 'confirmed', {}, NOW).map(({ amount }) => amount)[0],
    );
    expect(amounts).toEqual([600n, 400n]);
  });

  test('is right when a file of an earlier version is opened, which did not store what came back', async () => {
    const { ledger, chain } = await funded();
    await pay(ledger);
    chain.add([PAY]);
    await readChain(ledger, chain);
    const { returned: _returned, ...old } = sent(ledger);
    await ledger.commit(change([put('outgoing', toHex(old.txid), old)]));
    const opened = await openLedger(ledger.file);
    expect([sent(opened).returned, net(opened), total(opened)]).toEqual([595n, -405n, AGREED]);
  });

  test('is right in a file of an earlier version in which a reorg made it wait again', async () => {
    const { ledger, chain } = await funded();
    await pay(ledger);
    // Everything but the fee came back, and the record counts that as change.
    const { returned: _returned, ...old } = { ...sent(ledger), change: 995n };
    await ledger.commit(change([put('outgoing', toHex(old.txid), old)]));
    expect([net(ledger), total(ledger)]).toEqual([-5n, 995n]);
    expect(chain.height).toBe(6);
  });
});

describe('a payment that this wallet did not make', () => {
  const elsewhere: TestTx = {
    id: 'pay',
    spends: ['in', 'late'],
    fee: 5n,
    outputs: [{ name: 'change', amount: 100n }],
  };
  test('counts an input that was found after the payment was seen in the pool', async () => {
    const { ledger, chain } = await funded();
    await readPool(ledger, [elsewhere]);
    chain.add([{ id: 'late', outputs: [{ name: 'late', amount: 50n }] }]);
    await readChain(ledger, chain);
    await readPool(ledger, [elsewhere]);
    expect([net(ledger), total(ledger)]).toEqual([-950n, 100n]);
  });

  test('of which two wait that spend the same money counts what comes back once', async () => {
    const { ledger } = await funded();
    await pay(ledger);
    const second: TestTx = { id: 'two', spends: ['in'], fee: 5n, outputs: [{ name: 'b', amount: 700n }] };
    await readPool(ledger, [PAY, second]);
    expect([net(ledger), net(ledger, 'two'), total(ledger)]).toEqual([-405n, 0n, AGREED]);
  });
});
