/** The events that a wallet writes for programs: which, when, in which order, and in the commit that causes them. */
import { describe, expect, test } from 'vitest';
import type { WalletFile } from '../../../../src/ports/wallet-files.ts';
import { createMemoryWalletFiles } from '../../../../src/store/memory.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { deliveredChange, eventsAfter } from '../../../../src/wallet/events/read.ts';
import { eventRulesChange } from '../../../../src/wallet/events/rules.ts';
import { concat } from '../../../../src/base/bytes.ts';
import { createDraft } from '../../../../src/wallet/ledger/draft.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { openGap, reduceGap } from '../../../../src/wallet/ledger/gaps.ts';
import { giveUpRelayed, noteRelayed } from '../../../../src/wallet/ledger/relayed.ts';
import { openLedger, put, type Ledger, type WalletState } from '../../../../src/wallet/state/state.ts';
import type { EventRules, WalletEvent } from '../../../../src/wallet/state/records/events.ts';
import type { Outgoing } from '../../../../src/wallet/state/records/payments.ts';
import { RELAYED } from '../../../../src/wallet/state/records/relay.ts';
import { MAX_EVENTS } from '../../../../src/wallet/state/events.ts';
import type { Change } from '../../../../src/wallet/state/tables.ts';
import { createTestChain, keyImageOf, txidOf, type TestChain, type TestTx } from '../test-chain.ts';
import { createFakeClock } from '../../../support/rpc/fake-clock.ts';
import { NO_RECORDS, readChain, readPool, testFile, testLedger } from '../test-ledger.ts';
import { createTestNode } from '../test-node.ts';
import { syncOf } from '../test-sync.ts';

const RULES: EventRules = { confirmations: [1, 10], lowBalance: 0n };
const pays = (id: string, amount = 70n): TestTx => ({ id, outputs: [{ name: id, amount }] });

/** A wallet that has read a chain of five blocks and writes events. */
const startWallet = async (
  rules: Partial<EventRules> = {},
): Promise<{ ledger: Ledger & { readonly file: WalletFile }; chain: TestChain; told: () => string[] }> => {
  const ledger = await testLedger();
  const chain = createTestChain(5);
  await readChain(ledger, chain);
  await ledger.commit((state) => eventRulesChange(state, { ...RULES, ...rules }));
  let last = '';
  return {
    ledger,
    chain,
    /** The events since the last call, as text. */
    told: () => {
      const { events } = eventsAfter(ledger.state, last, 1000);
      last = events.at(-1)?.id ?? last;
      return events.map(textOf);
    },
  };
};
/** Removes the blocks from this height on, to read the same ones again. */
const detachedAt = (state: WalletState, height: number): Change => {
  const draft = createDraft(state);
  draft.detach(height);
  return draft.change();
};
const NAMES = new Map(['paid', 'other', 'sent', 'late'].map((name) => [toHex(txidOf(name)), name]));
const textOf = ({ type, txid = '', height, confirmations, reason, amount }: WalletEvent): string =>
  [
    type,
    NAMES.get(txid) ?? txid,
    String(amount),
    ...(height === undefined ? [] : [`in ${height}`]),
    ...(confirmations === undefined ? [] : [`${confirmations} confirmations`]),
    ...(reason === undefined ? [] : [reason]),
  ].join(' ');

describe('events of a received payment', () => {
  test('tell that it is in the pool, then its confirmations, each once', async () => {
    const { ledger, chain, told } = await startWallet();
    await readPool(ledger, [pays('paid')]);
    await readPool(ledger, [pays('paid')]);
    expect(told()).toEqual(['payment_seen paid 70']);
    chain.add([pays('paid')]);
    await readChain(ledger, chain);
    expect(told()).toEqual(['payment_confirmed paid 70 in 5 1 confirmations']);
    await readPool(ledger, []);
    chain.addEmpty(8);
    await readChain(ledger, chain);
    expect(told()).toEqual([]);
    chain.addEmpty(1);
    await readChain(ledger, chain);
    expect(told()).toEqual(['payment_confirmed paid 70 in 5 10 confirmations']);
    expect(ledger.state.tables.watchedPayments.size).toBe(0);
    chain.addEmpty(5);
    await readChain(ledger, chain);
    expect(told()).toEqual([]);
  });

  test('tell all numbers that one range of blocks reaches, for each address that is paid', async () => {
    const { ledger, chain, told } = await startWallet({ confirmations: [1, 3, 6] });
    const outputs = [
      { name: 'a', amount: 1n },
      { name: 'b', amount: 2n, to: { major: 0, minor: 1 } },
    ];
    chain.add([{ id: 'paid', outputs }]);
    chain.addEmpty(3);
    await readChain(ledger, chain);
    expect(told()).toEqual([
      'payment_confirmed paid 1 in 5 1 confirmations',
      'payment_confirmed paid 1 in 5 3 confirmations',
      'payment_confirmed paid 2 in 5 1 confirmations',
      'payment_confirmed paid 2 in 5 3 confirmations',
    ]);
  });

  test('tell that it was dropped only when the next block does not contain it', async () => {
    const { ledger, chain, told } = await startWallet();
    await readPool(ledger, [pays('paid'), pays('other')]);
    told();
    // The pool forgets both: a block has taken one of them, which the wallet has not read yet.
    await readPool(ledger, []);
    expect(told()).toEqual([]);
    chain.add([pays('paid')]);
    await readChain(ledger, chain);
    expect(told().sort()).toEqual([
      'payment_confirmed paid 70 in 5 1 confirmations',
      'payment_removed other 70 dropped',
    ]);
  });

  test('tell that it was reorganised away, also when all of its confirmations were told', async () => {
    const { ledger, chain, told } = await startWallet({ confirmations: [1, 2] });
    chain.add([pays('paid')]);
    chain.addEmpty(1);
    chain.add([pays('other')]);
    await readChain(ledger, chain);
    told();
    chain.pop(3);
    chain.addEmpty(4, 'fork');
    await readChain(ledger, chain);
    expect(told().sort()).toEqual([
      'payment_removed other 70 in 7 reorganised',
      'payment_removed paid 70 in 5 reorganised',
    ]);
    chain.add([pays('paid')]);
    await readChain(ledger, chain);
    expect(told()).toEqual(['payment_confirmed paid 70 in 9 1 confirmations']);
  });

  test('tell that it moved to another block, and nothing when its block only got another hash', async () => {
    const { ledger, chain, told } = await startWallet();
    chain.add([pays('paid')]);
    chain.add([pays('other')]);
    await readChain(ledger, chain);
    told();
    chain.pop(2);
    chain.add([pays('paid')], 'fork');
    chain.addEmpty(1);
    chain.add([pays('other')]);
    await readChain(ledger, chain);
    expect(told()).toEqual([
      'payment_removed other 70 in 6 reorganised',
      'payment_confirmed other 70 in 7 1 confirmations',
    ]);
  });

  test('are not told again by a rescan, except what the rescan does not find', async () => {
    const { ledger, chain, told } = await startWallet({ confirmations: [1, 3, 50] });
    chain.add([pays('paid')]);
    chain.add([pays('other')]);
    chain.addEmpty(3);
    await readChain(ledger, chain);
    told();
    await ledger.commit((state) => forgetChain(state, true));
    chain.pop(4);
    chain.addEmpty(3, 'fork');
    await readChain(ledger, chain);
    expect(told()).toEqual([]);
    chain.addEmpty(2, 'fork');
    await readChain(ledger, chain);
    expect(told()).toEqual(['payment_removed other 70 in 6 reorganised']);
    chain.add([pays('late')]);
    await readChain(ledger, chain);
    expect(told()).toEqual(['payment_confirmed late 70 in 11 1 confirmations']);
  });

  test('are told of a payment that a rescan finds in a block which a reorganisation has just replaced', async () => {
    const { ledger, chain, told } = await startWallet();
    chain.add([pays('paid')]);
    chain.addEmpty(10);
    await readChain(ledger, chain);
    told();
    await ledger.commit((state) => forgetChain(state, true));
    chain.pop(2);
    chain.add([pays('late')], 'fork');
    chain.addEmpty(1, 'fork');
    await readChain(ledger, chain);
    expect(told()).toEqual(['payment_confirmed late 70 in 14 1 confirmations']);
  });
  test('are told of payments that a rescan finds moved or new, far behind the tip', async () => {
    const { ledger, chain, told } = await startWallet();
    chain.add([pays('paid')]);
    chain.addEmpty(10);
    await readChain(ledger, chain);
    told();
    await ledger.commit((state) => forgetChain(state, true));
    chain.pop(11);
    chain.add([pays('late')], 'fork');
    chain.add([pays('paid')], 'fork');
    chain.addEmpty(10, 'fork');
    await readChain(ledger, chain);
    expect(told()).toEqual([
      'payment_removed paid 70 in 5 reorganised',
      'payment_confirmed paid 70 in 6 1 confirmations',
      'payment_confirmed paid 70 in 6 10 confirmations',
      'payment_confirmed late 70 in 5 1 confirmations',
      'payment_confirmed late 70 in 5 10 confirmations',
    ]);
  });
  test.each([
    ['a signer that has imported key images', (state: WalletState) => detachedAt(state, 5)],
    [
      'a wallet whose relay has lied',
      (state: WalletState) => giveUpRelayed(state, 'relay', { what: 'a lie', since: 0 }),
    ],
  ])('are not told again by %s, which reads blocks again', async (_, readAgain) => {
    const { ledger, chain, told } = await startWallet();
    await ledger.commit((state) => noteRelayed(state, 5));
    chain.add([pays('paid')]);
    chain.addEmpty(10);
    await readChain(ledger, chain);
    chain.add([pays('other')]);
    await readChain(ledger, chain);
    expect(told()).toHaveLength(3);
    await ledger.commit(readAgain);
    expect([ledger.state.height, ledger.state.tables.payments.size, told()]).toEqual([5, 0, []]);
    await readChain(ledger, chain);
    expect([ledger.state.tables.payments.size, told()]).toEqual([2, []]);
    chain.addEmpty(9);
    await readChain(ledger, chain);
    expect(told()).toEqual(['payment_confirmed other 70 in 16 10 confirmations']);
  });
  test('are told of payments that the wallet knew before, but not what was before', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(5);
    chain.add([pays('paid')]);
    await readChain(ledger, chain);
    await readPool(ledger, [pays('other')]);
    await ledger.commit((state) => eventRulesChange(state, RULES));
    expect(eventsAfter(ledger.state, '', 10)).toEqual({ events: [], gap: false });
    chain.add([pays('other')]);
    chain.addEmpty(8);
    await readChain(ledger, chain);
    expect(eventsAfter(ledger.state, '', 10).events.map(textOf)).toEqual([
      'payment_confirmed paid 70 in 5 10 confirmations',
      'payment_confirmed other 70 in 6 1 confirmations',
    ]);
  });
});

describe('events while older blocks are left out', () => {
  /** Leaves out the blocks `from` to `to - 1`, and reads those above. */
  const leaveOut = async (ledger: Ledger, chain: TestChain, from: number, to: number): Promise<void> => {
    const ids = concat(...chain.blocks.slice(from, to).map(({ hash }) => hash));
    await ledger.commit((state) => openGap(state, from, { first: from, ids, since: 0, until: 1 }, 100));
    await readChain(ledger, chain);
  };
  const readGap = (ledger: Ledger, chain: TestChain, from: number, to: number): Promise<void> =>
    ledger.commit((state) => reduceGap(state, chain.range(from, to - from), 100).change);

  test('do not call a payment dropped that may be in these blocks, but one that is in none of them', async () => {
    const { ledger, chain, told } = await startWallet();
    await readPool(ledger, [pays('paid'), pays('other')]);
    told();
    chain.add([pays('paid')]);
    chain.addEmpty(20);
    await leaveOut(ledger, chain, 5, 20);
    await readPool(ledger, []);
    chain.add([pays('late')]);
    await readChain(ledger, chain);
    expect(told()).toEqual(['payment_confirmed late 70 in 26 1 confirmations']);
    // The wallet reports a reorganisation above these blocks at once.
    chain.pop(1);
    chain.addEmpty(1, 'fork');
    await readChain(ledger, chain);
    expect(told()).toEqual(['payment_removed late 70 in 26 reorganised']);
    await readGap(ledger, chain, 5, 20);
    expect(told()).toEqual([
      'payment_confirmed paid 70 in 5 1 confirmations',
      'payment_confirmed paid 70 in 5 10 confirmations',
    ]);
    chain.addEmpty(1);
    await readChain(ledger, chain);
    expect(told()).toEqual(['payment_removed other 70 dropped']);
  });

  test('are not told again by a rescan that reads these blocks last', async () => {
    const { ledger, chain, told } = await startWallet({ confirmations: [1, 50] });
    chain.add([pays('paid')]);
    chain.add([pays('other')]);
    chain.addEmpty(20);
    await readChain(ledger, chain);
    told();
    await ledger.commit((state) => forgetChain(state, true));
    chain.pop(21);
    chain.addEmpty(22, 'fork');
    await leaveOut(ledger, chain, 0, 20);
    expect(told()).toEqual([]);
    await readGap(ledger, chain, 0, 6);
    await readGap(ledger, chain, 6, 20);
    chain.addEmpty(28);
    await readChain(ledger, chain);
    expect(told().sort()).toEqual([
      'payment_confirmed paid 70 in 5 50 confirmations',
      'payment_removed other 70 in 6 reorganised',
    ]);
  });
});

test('a rescan that finds a much shorter chain tells the payments of that chain', async () => {
  const { ledger, chain, told } = await startWallet();
  chain.add([pays('other')]);
  chain.addEmpty(200);
  await readChain(ledger, chain);
  told();
  await ledger.commit((state) => forgetChain(state, true));
  chain.pop(201);
  chain.add([pays('paid')]);
  await syncOf(createTestNode(chain), ledger, createFakeClock(1_800_000_000_000)).refresh();
  expect(told()).toEqual(['payment_confirmed paid 70 in 5 1 confirmations']);
});

describe('events of spent money', () => {
  const sent = (more: Partial<Outgoing> = {}): Outgoing => ({
    txid: txidOf('sent'),
    state: 'pending',
    height: 0,
    timestamp: 0,
    amountIn: 70n,
    change: 20n,
    fee: 5n,
    account: 0,
    subaddresses: [0],
    destinations: [{ amount: 45n, address: '8…' }],
    unlockTime: 0n,
    keyImages: [keyImageOf('paid')],
    relay: 'unsent',
    ...more,
  });
  const write = (ledger: Ledger, record: Outgoing): Promise<void> =>
    ledger.commit({ puts: [put('outgoing', toHex(txidOf('sent')), record)], deletes: [] });

  test('are told when a node has the transaction, once, and when it counts as failed', async () => {
    const { ledger, told } = await startWallet();
    await write(ledger, sent());
    expect(told()).toEqual([]);
    await write(ledger, sent({ relay: RELAYED }));
    await write(ledger, sent({ relay: RELAYED, missing: 1 }));
    expect(told()).toEqual(['spent sent 45']);
    await write(ledger, sent({ state: 'failed', relay: 'unknown' }));
    expect(told()).toEqual(['spent_failed sent 45']);
    await write(ledger, sent({ state: 'confirmed', height: 7 }));
    expect(told()).toEqual(['spent sent 45 in 7']);
  });

  test('are not told of a payment that no node got', async () => {
    const { ledger, told } = await startWallet();
    await write(ledger, sent());
    await write(ledger, sent({ state: 'failed', notSent: true }));
    expect(told()).toEqual([]);
  });

  test('are told of a spend that another copy of the wallet made', async () => {
    const { ledger, chain, told } = await startWallet();
    chain.add([pays('paid')]);
    await readChain(ledger, chain);
    told();
    chain.add([{ id: 'sent', spends: ['paid'], fee: 10n }]);
    await readChain(ledger, chain);
    expect(told()).toEqual(['spent sent 60 in 6']);
  });
});

test('a low balance is told once when it falls below the limit, and again after it was above', async () => {
  const { ledger, chain, told } = await startWallet({ confirmations: [], lowBalance: 50n });
  chain.add([pays('paid')]);
  await readChain(ledger, chain);
  expect(told()).toEqual([]);
  chain.add([{ id: 'sent', spends: ['paid'], outputs: [{ name: 'change', amount: 40n }], fee: 10n }]);
  await readChain(ledger, chain);
  expect(told()).toEqual(['spent sent 20 in 6', 'low_balance  40']);
  chain.add([pays('late', 5n)]);
  await readChain(ledger, chain);
  expect(told()).toEqual([]);
  chain.add([pays('other', 30n)]);
  await readChain(ledger, chain);
  chain.add([{ id: 'last', spends: ['other'], fee: 10n }]);
  await readChain(ledger, chain);
  expect(told().map((each) => each.split(' ')[0])).toEqual(['spent', 'low_balance']);
});

describe('the list of events', () => {
  // threat: shop-events
  test('is in the commit of its cause: a write that fails leaves neither', async () => {
    const { ledger, told } = await startWallet();
    const append = ledger.file.append.bind(ledger.file);
    let writes = 0;
    Object.assign(ledger.file, {
      append: (entry: Uint8Array) => {
        writes += 1;
        return writes === 1 ? Promise.reject(new Error('full')) : append(entry);
      },
    });
    await expect(readPool(ledger, [pays('paid')])).rejects.toThrow('full');
    expect(told()).toEqual([]);
    await readPool(ledger, [pays('paid')]);
    expect([writes, told()]).toEqual([2, ['payment_seen paid 70']]);
  });

  // threat: shop-events
  test('has the same ids after the file was opened again, and other ids in a copy of the file', async () => {
    const files = createMemoryWalletFiles({ kdf: { memoryKib: 64, passes: 1, lanes: 1 } });
    const ledger = await testLedger({}, await files.create('test', 'pw', NO_RECORDS));
    await ledger.commit((state) => eventRulesChange(state, RULES));
    await readPool(ledger, [pays('paid')]);
    const { events } = eventsAfter(ledger.state, '', 10);
    await ledger.file.close();
    const file = await files.open('test', 'pw');
    const again = await openLedger(file);
    expect(eventsAfter(again.state, '', 10).events).toEqual(events);
    const copy = await openLedger({ ...file, copy: 'another', load: () => file.load() });
    for (const each of [again, copy]) await readPool(each, [pays('paid'), pays('other')], [pays('other')]);
    const [here, there] = [again, copy].map(({ state }) =>
      eventsAfter(state, '', 10).events.map(({ id }) => id),
    );
    expect(here?.[0]).toBe(there?.[0]);
    expect(here?.[1]).not.toBe(there?.[1]);
    // A cursor of the other copy is not taken for one of this file.
    expect(eventsAfter(copy.state, here![1]!, 10)).toMatchObject({ gap: true, events: { length: 2 } });
  });

  test('is read in pages, and says when events before a page are gone', async () => {
    const { ledger } = await startWallet();
    const seen = Array.from({ length: 30 }, (_, n) => pays(`tx ${n}`));
    await readPool(ledger, seen);
    const first = eventsAfter(ledger.state, '', 20);
    expect([first.events.length, first.gap]).toEqual([20, false]);
    const second = eventsAfter(ledger.state, first.events.at(-1)!.id, 20);
    expect([second.events.length, second.gap]).toEqual([10, false]);
    expect(eventsAfter(ledger.state, second.events.at(-1)!.id, 20)).toEqual({ events: [], gap: false });
    for (const unknown of ['x', '00000000-5', `${second.events[9]!.id}0`, '00000000-900'])
      expect(eventsAfter(ledger.state, unknown, 20)).toEqual({ ...first, gap: true });
  });

  test('keeps the newest events within its bound, and says that older ones are gone', async () => {
    const { ledger } = await startWallet();
    const many = Array.from({ length: MAX_EVENTS }, (_, n) => pays(`tx ${n}`));
    await readPool(ledger, many);
    const [oldest] = eventsAfter(ledger.state, '', 1).events;
    await readPool(ledger, [...many, pays('paid'), pays('other')], [pays('paid'), pays('other')]);
    expect(ledger.state.tables.events.size).toBe(MAX_EVENTS);
    expect(eventsAfter(ledger.state, '', 5)).toMatchObject({ gap: true, events: { length: 5 } });
    expect(eventsAfter(ledger.state, oldest!.id, 5).gap).toBe(true);
    const { id } = ledger.state.tables.events.get('3')!;
    expect(eventsAfter(ledger.state, id, 5).gap).toBe(false);
  });

  test('notes how far the receiver has it, never back', async () => {
    const { ledger } = await startWallet();
    await readPool(ledger, [pays('paid'), pays('other'), pays('late')]);
    const ids = eventsAfter(ledger.state, '', 10).events.map(({ id }) => id);
    const deliver = (id: string) => ledger.commit((state) => deliveredChange(state, id));
    const delivered = (): string => ledger.state.tables.eventLog.get('')!.delivered;
    await deliver(ids[1]!);
    await deliver(ids[0]!);
    await deliver('00000000-3');
    expect(delivered()).toBe(ids[1]);
  });

  test('costs a wallet without a list nothing, and goes when it is switched off', async () => {
    const plain = await testLedger();
    const chain = createTestChain(5);
    chain.add([pays('paid')]);
    await readChain(plain, chain);
    const { events, eventLog, watchedPayments } = plain.state.tables;
    expect([events.size, eventLog.size, watchedPayments.size]).toEqual([0, 0, 0]);
    const { ledger } = await startWallet();
    await readPool(ledger, [pays('paid')]);
    await ledger.commit((state) => eventRulesChange(state, undefined));
    const { tables } = ledger.state;
    expect([tables.events.size, tables.eventLog.size, tables.watchedPayments.size]).toEqual([0, 0, 0]);
  });

  test('tells its listeners which commits wrote events', async () => {
    const { ledger, chain } = await startWallet();
    let calls = 0;
    ledger.onCommit(({ events }) => (calls += events ? 1 : 0));
    chain.addEmpty(1);
    await readChain(ledger, chain);
    expect(calls).toBe(0);
    await readPool(ledger, [pays('paid')]);
    expect(calls).toBe(1);
  });
});

test('a file of an older version has no list', async () => {
  const ledger = await openLedger(await testFile());
  expect(eventsAfter(ledger.state, '', 10)).toEqual({ events: [], gap: false });
});
