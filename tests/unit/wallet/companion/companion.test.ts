/** What a companion brings back, and what it leaves alone. */
import { describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { addContact, contactsOf } from '../../../../src/wallet/book/contacts.ts';
import { setAttribute, setNotes } from '../../../../src/wallet/book/notes.ts';
import { collectCompanion } from '../../../../src/wallet/companion/collect.ts';
import { exportCompanion, importCompanion } from '../../../../src/wallet/companion/transfer.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { setFrozen } from '../../../../src/wallet/ledger/outputs.ts';
import { change, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { createTestChain, keyImageOf, txidOf } from '../test-chain.ts';
import { readChain, testLedger } from '../test-ledger.ts';

const NOW = 1_790_000_000;
const random = { bytes: seededRandom('companions') };
const PAYEE = { address: '4payee', amount: 3n };
const PAID = txidOf('paid');

const companionOf = ({ state }: Ledger): Uint8Array => exportCompanion({ state, random }, NOW).bytes;

/** Two coins; one is spent by a payment of 3 with 4 change. */
const chainOfPayment = () => {
  const chain = createTestChain(3);
  chain.add([{ id: 'in', outputs: [{ name: 'a', amount: 8n }] }]);
  chain.add([{ id: 'more', outputs: [{ name: 'b', amount: 5n }] }]);
  chain.add([{ id: 'paid', spends: ['a'], outputs: [{ name: 'change', amount: 4n }], fee: 1n }]);
  return chain;
};
/** A wallet that made this payment here, and wrote down much. */
const livedWallet = async () => {
  const ledger = await testLedger();
  const chain = chainOfPayment();
  await readChain(ledger, chain);
  const sent = ledger.state.tables.outgoing.get(toHex(PAID))!;
  await ledger.commit(
    change([
      put('outgoing', toHex(PAID), { ...sent, destinations: [PAYEE], paymentId: new Uint8Array(8).fill(9) }),
      put('txKeys', toHex(PAID), {
        key: asSecretKey(new Uint8Array(32).fill(1)),
        additional: [asSecretKey(new Uint8Array(32).fill(2))],
      }),
      put('labels', '0', ['Household', '', 'Shop']),
      put('labels', '1', ['Untitled account', 'Rent of the flat']),
      put('accountTags', '1', 'flat'),
      put('tags', 'flat', 'What the flat costs'),
      put('requests', '0:2', {
        subaddress: { major: 0, minor: 2 },
        amount: 7n,
        purpose: 'Bike',
        message: 'Thank you',
        note: '',
        created: NOW - 100,
        expires: NOW + 100,
        firstSeen: [{ txid: toHex(PAID), at: NOW - 50 }],
      }),
    ]),
  );
  await setNotes(ledger, [{ txid: PAID, note: 'Miete für März' }]);
  await setAttribute(ledger, 'shop.last', '17');
  await addContact(ledger, { address: '4mara', description: 'Mara' });
  await addContact(ledger, { address: '4lin', description: 'Lin' });
  await setFrozen(ledger, keyImageOf('b'), true);
  return { ledger, chain };
};
const content = ({ state }: Ledger) => collectCompanion(state, NOW);

describe('a companion', () => {
  test('brings a restored wallet everything that the words do not hold, before or after the chain is read', async () => {
    const { ledger, chain } = await livedWallet();
    for (const first of ['companion', 'chain']) {
      const restored = await testLedger();
      if (first === 'chain') await readChain(restored, chain);
      const { added, holds, made } = await importCompanion(restored, companionOf(ledger));
      expect(made).toBe(NOW);
      expect(added).toEqual(holds);
      expect(holds).toEqual({
        ...{ names: 4, contacts: 2, notes: 1, txKeys: 1, payees: 1, requests: 1, attributes: 1, frozen: 1 },
      });
      expect(content(restored)).toEqual(content(ledger));
      if (first === 'companion') {
        // What belongs to a transaction that is not found yet is in no list and no balance.
        expect(restored.state.tables.outgoing.size).toBe(0);
        await readChain(restored, chain);
      }
      expect(restored.state.tables.outgoing.get(toHex(PAID))).toEqual(
        ledger.state.tables.outgoing.get(toHex(PAID)),
      );
      expect(restored.state.outputs.map(({ frozen }) => frozen)).toEqual([false, true, false]);
      expect([restored.state.tables.payees.size, restored.state.tables.toFreeze.size]).toEqual([0, 0]);
      expect(content(restored)).toEqual(content(ledger));
    }
  });
  test('brings two equal contacts as one, and those with other payment IDs apart', async () => {
    const { ledger } = await livedWallet();
    const mara = { address: '4mara', description: 'Mara' };
    await addContact(ledger, mara);
    for (const id of [1, 2]) await addContact(ledger, { ...mara, paymentId: new Uint8Array(8).fill(id) });
    await addContact(ledger, { address: '4tom', description: 'Tom' });
    const restored = await testLedger();
    await importCompanion(restored, companionOf(ledger));
    expect(
      contactsOf(restored.state).map(({ description, paymentId }) => [description, paymentId?.[0]]),
    ).toEqual([
      ['Mara', undefined],
      ['Lin', undefined],
      ['Mara', 1],
      ['Mara', 2],
      ['Tom', undefined],
    ]);
  });
  test('read twice adds nothing the second time', async () => {
    const { ledger } = await livedWallet();
    const restored = await testLedger();
    await importCompanion(restored, companionOf(ledger));
    const before = content(restored);
    const { added } = await importCompanion(restored, companionOf(ledger));
    expect(Object.values(added).every((n) => n === 0)).toBe(true);
    expect(content(restored)).toEqual(before);
  });
  // threat: stolen-companion
  test('overwrites nothing that the wallet has, and fills what is empty', async () => {
    const { ledger } = await livedWallet();
    const old = companionOf(ledger);
    await setNotes(ledger, [{ txid: PAID, note: 'Rent' }]);
    await setAttribute(ledger, 'shop.last', '');
    await ledger.commit(
      change([
        put('labels', '0', ['Home', '', '']),
        put('labels', '1', ['Flat', '']),
        put('book', '0', { address: '4mara', description: 'Mara K.' }),
        put('tags', 'flat', 'Costs'),
      ]),
    );
    await importCompanion(ledger, old);
    const { tables } = ledger.state;
    expect(tables.notes.get(toHex(PAID))).toBe('Rent');
    expect(tables.attributes.get('shop.last')).toBe('17');
    expect([tables.labels.get('0'), tables.labels.get('1')]).toEqual([
      ['Home', '', 'Shop'],
      ['Flat', 'Rent of the flat'],
    ]);
    expect([...tables.book.values()].map(({ description }) => description)).toEqual(['Mara K.', 'Lin']);
    expect(tables.tags.get('flat')).toBe('Costs');
  });
  test('leaves out what was never sent, and keeps payees of what is not found yet in the next one', async () => {
    const { ledger } = await livedWallet();
    const restored = await testLedger();
    await importCompanion(restored, companionOf(ledger));
    const again = await testLedger();
    await importCompanion(again, companionOf(restored));
    expect(content(again)).toEqual(content(ledger));
    const sent = ledger.state.tables.outgoing.get(toHex(PAID))!;
    await ledger.commit(change([put('outgoing', toHex(PAID), { ...sent, state: 'failed', notSent: true })]));
    expect(content(ledger).payees).toEqual([]);
  });
  test('names addresses that were not searched, only if blocks were read without them', async () => {
    const { ledger, chain } = await livedWallet();
    await ledger.commit(change([put('labels', '2', new Array<string>(40).fill(''))]));
    const companion = companionOf(ledger);
    const fresh = await testLedger();
    expect((await importCompanion(fresh, companion)).unsearched).toBe(false);
    const late = await testLedger();
    await readChain(late, chain);
    expect((await importCompanion(late, companion)).unsearched).toBe(true);
    expect((await importCompanion(late, companion)).unsearched).toBe(false);
    expect(late.state.tables.labels.get('2')).toHaveLength(40);
  });
});

test('what the user froze is frozen again after the chain was read again, and stays thawed if it was thawed', async () => {
  const { ledger, chain } = await livedWallet();
  await ledger.commit((state) => forgetChain(state, true));
  expect(ledger.state.outputs).toHaveLength(0);
  await readChain(ledger, chain);
  expect(ledger.state.outputs.map(({ frozen }) => frozen)).toEqual([false, true, false]);
  await setFrozen(ledger, keyImageOf('b'), false);
  await ledger.commit((state) => forgetChain(state, false));
  await readChain(ledger, chain);
  expect(ledger.state.outputs.some(({ frozen }) => frozen)).toBe(false);
});
