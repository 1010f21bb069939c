/** The copy that scans for a wallet without its spend key: what it contains, and what the wallet takes from it. */
import { describe, expect, it } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { copyOf } from '../../../../src/wallet/background/copy.ts';
import { mergeCopy } from '../../../../src/wallet/background/merge-copy.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { RELAYED } from '../../../../src/wallet/state/records/relay.ts';
import { change, put, remove, type WalletState } from '../../../../src/wallet/state/state.ts';
import type { OpenWallet } from '../../../../src/wallet/wallet.ts';
import { KEYS, openFixture, XMR } from '../../../support/rpc/fixture.ts';
import { bytesOf, ownOutput, txidOf } from '../../../support/rpc/own-output.ts';

/** A copy of the wallet as a ledger of its own. */
const copied = async (state: WalletState): Promise<OpenWallet> => {
  const { wallet } = await openFixture({ empty: true });
  await wallet.ledger.commit(copyOf(state));
  return wallet;
};
const oneMoreBlock = (wallet: OpenWallet, name = 'next'): Promise<void> =>
  wallet.ledger.commit({ puts: [], deletes: [], chain: { append: bytesOf(name) } });

// The look-ahead has ten thousand addresses: the readable kernel takes seconds to compute them.

describe('the copy for background sync', () => {
  it("contains scanned data, and none of the owner's texts or transaction keys", async () => {
    const { wallet } = await openFixture();
    const { puts } = copyOf(wallet.state);
    const text = JSON.stringify(puts, (_key, value: unknown) =>
      value instanceof Uint8Array ? toHex(value) : typeof value === 'bigint' ? String(value) : value,
    );
    expect(text).not.toContain(toHex(KEYS.spendSecret!));
    for (const word of ['Rent', 'Shop', 'Savings', '01'.repeat(32)]) expect(text).not.toContain(word);
    expect(puts.filter(({ table }) => table === 'outputs')).toHaveLength(wallet.state.outputs.length);
    const copy = await copied(wallet.state);
    expect(copy.state.height).toBe(wallet.state.height);
    expect([...copy.state.tables.labels].map(([major, labels]) => [major, labels.length])).toEqual([
      ['0', 3],
      ['1', 1],
    ]);
  });
});

describe('the data that the wallet takes from the copy', () => {
  it('is nothing while the wallet has scanned as far itself', async () => {
    const { wallet } = await openFixture();
    const copy = await copied(wallet.state);
    expect(mergeCopy(wallet.state, copy.state)).toBeUndefined();
    await oneMoreBlock(wallet);
    expect(mergeCopy(wallet.state, copy.state)).toBeUndefined();
  });
  it('is nothing while the wallet reads again from a lower height than that of the copy', async () => {
    const { wallet } = await openFixture();
    const copy = await copied(wallet.state);
    await oneMoreBlock(copy);
    await wallet.ledger.commit((state) => forgetChain(state, false));
    expect(mergeCopy(wallet.state, copy.state)).toBeUndefined();
    for (let i = 0; i < 8; i++) await oneMoreBlock(wallet, `again ${i}`);
    expect(mergeCopy(wallet.state, copy.state)).toBeUndefined();
  });
  it('is nothing while the copy lacks money or a spend that the wallet has found, or knows too few addresses', async () => {
    const { wallet } = await openFixture();
    const copy = await copied(wallet.state);
    await oneMoreBlock(copy);
    const { outputs, height } = wallet.state;
    const unspent = outputs.findIndex(({ spent }) => !spent);
    const other = { ...outputs[unspent]!, key: asPublicKey(bytesOf('by name')) };
    const spent = { ...outputs[unspent]!, spent: { height: height - 1, txid: txidOf('spender') } };
    const many = new Array<string>(300).fill('');
    for (const more of [
      put('outputs', String(outputs.length), other),
      put('outputs', String(unspent), spent),
      put('labels', '0:3', many),
    ]) {
      const { wallet: changed } = await openFixture();
      await changed.ledger.commit(change([more]));
      expect(mergeCopy(changed.state, copy.state)).toBeUndefined();
    }
    expect(mergeCopy(wallet.state, copy.state)).toBeDefined();
  });
  it('is the scanned data of a copy of an earlier version, too', async () => {
    const { wallet } = await openFixture();
    const copy = await copied(wallet.state);
    const { background: { madeAt, ...earlier } = { type: 'custom' }, ...settings } = copy.state.settings;
    expect(madeAt).toBe(wallet.state.height);
    await copy.ledger.commit(change([put('settings', '', { ...settings, background: earlier })]));
    await oneMoreBlock(copy);
    await wallet.ledger.commit((state) => mergeCopy(state, copy.state));
    expect(wallet.state.height).toBe(copy.state.height);
  });
  it('is the scanned data; what the wallet sent or froze meanwhile stays so', async () => {
    const { wallet } = await openFixture();
    const copy = await copied(wallet.state);
    const [first, , third] = wallet.state.outputs;
    const sent = wallet.state.tables.outgoing.get(toHex(txidOf('paid')))!;
    await wallet.ledger.commit(
      change([
        put('outgoing', toHex(txidOf('sent')), {
          ...{ ...sent, txid: txidOf('sent'), state: 'pending', height: 0 },
          keyImages: [first!.keyImage!],
        }),
        put('outputs', '0', { ...first!, spent: { height: 0, txid: txidOf('sent') } }),
        put('outputs', '2', { ...third!, frozen: true }),
      ]),
    );
    const fresh = ownOutput(KEYS, { tx: 'fresh', amount: XMR, height: 1000, globalIndex: 20_000 });
    const outputIndex = copy.state.outputs.length;
    await copy.ledger.commit(change([put('outputs', String(outputIndex), fresh)]));
    await oneMoreBlock(copy);
    const notes = wallet.state.tables.notes.size;
    await wallet.ledger.commit((state) => mergeCopy(state, copy.state));
    const { outputs, height, tables } = wallet.state;
    expect(height).toBe(copy.state.height);
    expect(outputs[0]!.spent).toEqual({ height: 0, txid: txidOf('sent') });
    expect(outputs[2]!.frozen).toBe(true);
    expect(outputs[outputIndex]!.txid).toEqual(fresh.txid);
    expect(tables.notes.size).toBe(notes);
    expect(tables.labels.get('0')).toEqual(['Primary account', 'Shop', '']);
    const paid = tables.outgoing.get(toHex(txidOf('paid')))!;
    expect(paid.destinations).toHaveLength(1);
  });
  it('gets the payees and the freezing that a companion has for it', async () => {
    const { wallet } = await openFixture({ empty: true });
    const copy = await copied(wallet.state);
    const destinations = [{ address: 'payee', amount: XMR }];
    const fresh = ownOutput(KEYS, { tx: 'fresh', amount: XMR, height: 1000, globalIndex: 20_000 });
    const txid = txidOf('sent');
    await wallet.ledger.commit(
      change([put('payees', toHex(txid), { destinations }), put('toFreeze', toHex(fresh.key), true)]),
    );
    await copy.ledger.commit(
      change([
        put('outputs', '0', fresh),
        put('outgoing', toHex(txid), {
          ...{ txid, state: 'confirmed', height: 1000, timestamp: 1, amountIn: XMR, change: 0n, fee: 0n },
          ...{ account: 0, subaddresses: [0], destinations: [], unlockTime: 0n, keyImages: [] },
        }),
      ]),
    );
    await oneMoreBlock(copy);
    await wallet.ledger.commit((state) => mergeCopy(state, copy.state));
    expect(wallet.state.outputs[0]!.frozen).toBe(true);
    expect(wallet.state.tables.outgoing.get(toHex(txid))!.destinations).toEqual(destinations);
  });
  it('takes back what a reorg took back in the copy', async () => {
    const { wallet } = await openFixture();
    const copy = await copied(wallet.state);
    const last = copy.state.outputs.length - 1;
    const gone = copy.state.outputs[last]!;
    const payment = [...copy.state.tables.payments].find(([, { txid }]) => toHex(txid) === toHex(gone.txid))!;
    await copy.ledger.commit({
      puts: [],
      deletes: [
        { table: 'outputs', key: String(last) },
        { table: 'payments', key: payment[0] },
      ],
      chain: { keep: 995 },
    });
    for (let i = 0; i < 8; i++) await oneMoreBlock(copy, `fork ${i}`);
    await wallet.ledger.commit((state) => mergeCopy(state, copy.state));
    expect(wallet.state.outputs).toHaveLength(last);
    expect(wallet.state.tables.payments.has(payment[0])).toBe(false);
    expect(wallet.state.height).toBe(1003);
  });
  // Found by the simulator, seed 310002: the counts of blocks that the copy had replaced contradicted every node from then on.
  it('has the output counts of its own blocks after a reorg, and payments of the replaced ones wait again', async () => {
    const { wallet } = await openFixture();
    const copy = await copied(wallet.state);
    const id = toHex(txidOf('paid'));
    const paid = wallet.state.tables.outgoing.get(id)!;
    await wallet.ledger.commit(
      change([
        ...['990', '996', '998'].map((height) => put('outputCounts', height, { count: 5 })),
        put('outgoing', toHex(txidOf('later')), { ...paid, txid: txidOf('later'), height: 996 }),
      ]),
    );
    await copy.ledger.commit({ puts: [], deletes: [], chain: { keep: 995 } });
    for (let i = 0; i < 8; i++) await oneMoreBlock(copy, `fork ${i}`);
    await copy.ledger.commit(change([put('outputCounts', '996', { count: 7 })]));
    await wallet.ledger.commit((state) => mergeCopy(state, copy.state));
    const { outputCounts, outgoing } = wallet.state.tables;
    expect(['990', '996', '998'].map((height) => outputCounts.get(height)?.count)).toEqual([5, 7, undefined]);
    expect(outgoing.get(toHex(txidOf('later')))!.state).toBe('pending');
    expect(outgoing.get(id)!.state).toBe('confirmed');
  });
  // Found by the simulator, seed 340008: the money of a payment that waits could be spent again.
  it('has money that a waiting payment spends, also if the copy was made while the wallet read again', async () => {
    const { wallet } = await openFixture();
    const [first] = wallet.state.outputs;
    const txid = txidOf('waits');
    const paid = wallet.state.tables.outgoing.get(toHex(txidOf('paid')))!;
    const waiting = { ...paid, txid, state: 'pending', height: 0, keyImages: [first!.keyImage!] } as const;
    await wallet.ledger.commit(change([put('outgoing', toHex(txid), waiting)]));
    await wallet.ledger.commit((before) => forgetChain(before, false));
    const copy = await copied(wallet.state);
    await copy.ledger.commit(change([put('outputs', '0', first!)]));
    await oneMoreBlock(copy);
    await wallet.ledger.commit((before) => mergeCopy(before, copy.state));
    expect(wallet.state.outputs[0]!.spent).toEqual({ height: 0, txid });
  });
  // Found by the simulator, seed 320030: the payment had failed, and its money stayed spent.
  it.each([
    ['waits on', undefined, 'pending'],
    ['has failed if another transaction spends its money', { height: 996, txid: txidOf('other') }, 'failed'],
  ])('has a payment that the copy gave up after a reorg: it %s', async (_, spent, state) => {
    const { wallet } = await openFixture();
    const copy = await copied(wallet.state);
    const [first] = copy.state.outputs;
    const txid = txidOf('waits');
    const id = toHex(txid);
    const paid = wallet.state.tables.outgoing.get(toHex(txidOf('paid')))!;
    const waiting = { ...paid, txid, state: 'pending', height: 0, keyImages: [first!.keyImage!] } as const;
    await wallet.ledger.commit(
      change([put('outgoing', id, waiting), put('outputs', '0', { ...first!, spent: { height: 0, txid } })]),
    );
    await copy.ledger.commit(
      change([
        put('outgoing', id, { ...waiting, state: 'failed' }),
        ...(spent ? [put('outputs', '0', { ...first!, spent })] : []),
      ]),
    );
    await oneMoreBlock(copy);
    await wallet.ledger.commit((before) => mergeCopy(before, copy.state));
    expect(wallet.state.tables.outgoing.get(id)!.state).toBe(state);
    expect(wallet.state.outputs[0]!.spent).toEqual(spent ?? { height: 0, txid });
  });
  // threat: paid-twice
  it('does not bring back a payment that waits in the copy and was given up since', async () => {
    const { wallet } = await openFixture();
    const [first] = wallet.state.outputs;
    const txid = txidOf('given up');
    const id = toHex(txid);
    const paid = wallet.state.tables.outgoing.get(toHex(txidOf('paid')))!;
    const waiting = { ...paid, txid, state: 'pending', height: 0, keyImages: [first!.keyImage!] } as const;
    await wallet.ledger.commit(
      change([put('outgoing', id, waiting), put('outputs', '0', { ...first!, spent: { height: 0, txid } })]),
    );
    const copy = await copied(wallet.state);
    await wallet.ledger.commit(
      change([put('outgoing', id, { ...waiting, state: 'failed' }), put('outputs', '0', first!)]),
    );
    await oneMoreBlock(copy);
    await wallet.ledger.commit((before) => mergeCopy(before, copy.state));
    expect(wallet.state.height).toBe(copy.state.height);
    expect(wallet.state.tables.outgoing.get(id)!.state).toBe('failed');
    expect(wallet.state.outputs[0]!.spent).toBeUndefined();
  });
  // threat: paid-twice
  it('binds the money to the payment that waits now, not to the one that waits in the copy', async () => {
    const { wallet } = await openFixture();
    const [first] = wallet.state.outputs;
    const paid = wallet.state.tables.outgoing.get(toHex(txidOf('paid')))!;
    const recordOf = (name: string, state: 'pending' | 'failed') =>
      put('outgoing', toHex(txidOf(name)), {
        ...{ ...paid, txid: txidOf(name), state, height: 0 },
        keyImages: [first!.keyImage!],
      });
    const spentBy = (name: string) =>
      put('outputs', '0', { ...first!, spent: { height: 0, txid: txidOf(name) } });
    await wallet.ledger.commit(
      change([recordOf('one', 'pending'), recordOf('two', 'failed'), spentBy('one')]),
    );
    const copy = await copied(wallet.state);
    await wallet.ledger.commit(
      change([recordOf('one', 'failed'), recordOf('two', 'pending'), spentBy('two')]),
    );
    await oneMoreBlock(copy);
    await wallet.ledger.commit((before) => mergeCopy(before, copy.state));
    const { outputs, tables } = wallet.state;
    expect(outputs[0]!.spent).toEqual({ height: 0, txid: txidOf('two') });
    expect(['one', 'two'].map((name) => tables.outgoing.get(toHex(txidOf(name)))!.state)).toEqual([
      'failed',
      'pending',
    ]);
  });
  it('shows a payment that a block has although the wallet took it for not sent', async () => {
    const { wallet } = await openFixture();
    const [first] = wallet.state.outputs;
    const txid = txidOf('sent after all');
    const id = toHex(txid);
    const paid = wallet.state.tables.outgoing.get(toHex(txidOf('paid')))!;
    const failed = { ...paid, txid, state: 'failed', height: 0, keyImages: [first!.keyImage!] } as const;
    await wallet.ledger.commit(
      change([put('outgoing', id, { ...failed, notSent: true, relay: 'unsent', blob: bytesOf('bytes') })]),
    );
    const copy = await copied(wallet.state);
    await copy.ledger.commit(
      change([
        put('outgoing', id, { ...failed, state: 'confirmed', height: 1000, destinations: [] }),
        put('outputs', '0', { ...first!, spent: { height: 1000, txid } }),
      ]),
    );
    await oneMoreBlock(copy);
    await wallet.ledger.commit((before) => mergeCopy(before, copy.state));
    const shown = wallet.history.out({ account: 0, min: 999 });
    expect(shown.map((entry) => [toHex(entry.txid), entry.destinations.length])).toEqual([[id, 1]]);
    const { relay, blob } = wallet.state.tables.outgoing.get(id)!;
    expect([relay, blob]).toEqual([RELAYED, undefined]);
  });
  it('has the payments that the wallet itself saw last in the pool', async () => {
    const { wallet } = await openFixture();
    const copy = await copied(wallet.state);
    const inPool = [...wallet.state.tables.payments].filter(([, { height }]) => height === 0);
    const [[left, payment]] = inPool as [(typeof inPool)[number]];
    const seen = `${toHex(txidOf('seen'))}:0:1`;
    // One has left the pool since the copy was made, and another one was seen.
    await wallet.ledger.commit(
      change([put('payments', seen, { ...payment, txid: txidOf('seen') })], [remove('payments', left)]),
    );
    await oneMoreBlock(copy);
    await wallet.ledger.commit((before) => mergeCopy(before, copy.state));
    expect(wallet.state.height).toBe(copy.state.height);
    const { payments } = wallet.state.tables;
    expect([payments.has(left), payments.has(seen)]).toEqual([false, true]);
  });
});
