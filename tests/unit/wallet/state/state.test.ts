/** A wallet's state: written to the disk first, then applied in memory, and the same when it is read back. */
import { describe, expect, test } from 'vitest';
import { asKeyImage, asPublicKey, asSecretKey, asTxId } from '../../../../src/base/brands.ts';
import { Fault } from '../../../../src/base/fault.ts';
import { readChange, readValue, writeChange, writeValue } from '../../../../src/wallet/state/codec.ts';
import { change, openLedger, put, remove } from '../../../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import type { Payment } from '../../../../src/wallet/state/records/payments.ts';
import type { Change } from '../../../../src/wallet/state/tables.ts';
import { bytesOf, createTestChain } from '../test-chain.ts';
import { readChain, testAccount, testFile, testLedger } from '../test-ledger.ts';

const U64 = 2n ** 64n - 1n;
const OUTPUT: OwnedOutput = {
  txid: asTxId(bytesOf('tx')),
  outputIndex: 3,
  globalIndex: 123_456_789_012,
  key: asPublicKey(bytesOf('key')),
  keyImage: asKeyImage(bytesOf('image')),
  amount: U64,
  mask: bytesOf('mask'),
  rct: true,
  coinbase: false,
  subaddress: { major: 4_294_967_295, minor: 0 },
  height: 3_000_000,
  timestamp: 1_700_000_000,
  unlockTime: U64,
  txPublicKey: asPublicKey(bytesOf('R')),
  pkIndex: 0,
  additionalKeys: [asPublicKey(bytesOf('one')), asPublicKey(bytesOf('two'))],
  spent: { height: 0, txid: asTxId(bytesOf('spender')) },
  frozen: true,
  replaces: { ...({} as OwnedOutput), amount: 1n },
};

const full: Change = {
  puts: [
    put('account', '', testAccount()),
    put('settings', '', {
      autoLockMinutes: 5,
      node: { address: 'https://node', username: 'ü', password: '\u0000', trusted: true },
    }),
    put('outputs', '0', OUTPUT),
    put('payments', 'p', {
      txid: asTxId(bytesOf('tx')),
      subaddress: { major: 0, minor: 1 },
      amount: 0n,
      amounts: [0n, 1n, 255n, 256n, 2n ** 53n, 2n ** 63n, U64],
      height: 0,
      timestamp: 1,
      unlockTime: 0n,
      fee: 1n,
      coinbase: true,
      paymentId: new Uint8Array(8),
      doubleSpendSeen: true,
    }),
    put('outgoing', 'o', {
      txid: asTxId(bytesOf('o')),
      state: 'pending',
      height: 0,
      timestamp: 1,
      amountIn: 5n,
      change: 1n,
      fee: 1n,
      account: 2,
      subaddresses: [0, 7],
      destinations: [{ amount: 3n, address: '4…', minor: 2 }],
      unlockTime: 0n,
      keyImages: [asKeyImage(bytesOf('image'))],
      blob: new Uint8Array(70_000).fill(7),
      relay: 'unknown',
      missing: 2,
    }),
    put('txKeys', 'o', { key: asSecretKey(bytesOf('k')), additional: [] }),
    put('rings', 'r', { indices: [0, 1, 4_294_967_296, 2 ** 53 - 1] }),
    put('notes', 'o', 'note with \u{1f600}, \n and ""'),
    put('attributes', 'a', ''),
    put('labels', '0', ['', 'ключ', '鍵']),
    put('tags', 't', 'description'),
    put('accountTags', '0', 't'),
    put('book', '0', { address: '8…', description: '', paymentId: bytesOf('id') }),
    put('keyedCalls', 'order 1', {
      hash: bytesOf('hash'),
      at: 1_700_000_000,
      txids: ['0a'.repeat(32)],
      result: bytesOf('result'),
    }),
    put('eventLog', '', {
      confirmations: [1, 10],
      lowBalance: U64,
      next: 3,
      quietBelow: 0,
      low: true,
      delivered: '01234567-1',
    }),
    put('events', '2', {
      id: '01234567-2',
      type: 'payment_confirmed',
      at: 1_700_000_000,
      txid: '0a'.repeat(32),
      amount: U64,
      subaddress: { major: 1, minor: 2 },
      paymentId: bytesOf('id'),
      height: 5,
      confirmations: 1,
    }),
    put('watchedPayments', 'key', {
      txid: '0a'.repeat(32),
      subaddress: { major: 1, minor: 2 },
      amount: U64,
      height: 5,
      told: 1,
    }),
    put('requests', '0:1', {
      subaddress: { major: 0, minor: 1 },
      amount: U64,
      purpose: 'Fahrrad, zweite Hälfte',
      message: '',
      note: '',
      created: 1_700_000_000,
      expires: 253_402_300_799,
      firstSeen: [{ txid: '0a'.repeat(32), at: 1_700_000_001 }],
    }),
  ],
  deletes: [remove('notes', 'x')],
  chain: { base: 5, keep: 6, append: concatHashes(3), reward: 600_000_000_000n },
};
function concatHashes(n: number): Uint8Array {
  return new Uint8Array(32 * n).fill(9);
}

describe('changes as bytes', () => {
  test('are read back as they were written, with their types', () => {
    expect(readChange(writeChange(full))).toEqual(full);
  });

  test('keep small amounts as bigint and numbers as number', () => {
    const back = readChange(writeChange(full));
    const payment = back.puts.find(({ table }) => table === 'payments')!.value as Payment;
    expect(payment.amounts.map((amount) => typeof amount)).toEqual(new Array(7).fill('bigint'));
    const output = back.puts.find(({ table }) => table === 'outputs')!.value as OwnedOutput;
    expect([typeof output.height, typeof output.globalIndex, typeof output.unlockTime]).toEqual([
      'number',
      'number',
      'bigint',
    ]);
    expect(output.key).toBeInstanceOf(Uint8Array);
  });

  test('keep absent fields absent', () => {
    const { keyImage: _image, spent: _spent, replaces: _replaces, ...bare } = OUTPUT;
    const back = readChange(writeChange(change([put('outputs', '0', bare)])));
    expect(Object.keys(back.puts[0]!.value).sort()).toEqual(Object.keys(bare).sort());
  });

  test('of a later version are refused with that reason, and malformed bytes as damage', () => {
    const bytes = writeChange(full);
    expect(() => readChange(bytes.subarray(0, bytes.length - 1))).toThrow('file_damaged');
    expect(() => readChange(new Uint8Array(0))).toThrow('file_damaged');
    expect(() => readChange(Uint8Array.of(0xff, 1, 2))).toThrow('file_damaged');
    // {"version": 5, "puts": [], "deletes": []}
    const later = Uint8Array.from([
      ...[0xa3, 0x67, ...new TextEncoder().encode('version'), 5],
      ...[0x64, ...new TextEncoder().encode('puts'), 0x80],
      ...[0x67, ...new TextEncoder().encode('deletes'), 0x80],
    ]);
    expect(() => readChange(later)).toThrow('file_too_new');
  });

  test('of a later version are refused as a snapshot before any record is applied', async () => {
    const puts = [{ table: 'a table of later', key: '', value: 1 }];
    const snapshot = writeValue({ version: 5, puts, deletes: [] });
    const file = { ...(await testFile()), load: () => Promise.resolve({ snapshot, entries: [] }) };
    await expect(openLedger(file)).rejects.toMatchObject({ code: 'file_too_new' });
  });

  test.each([
    ['a record', { puts: [{ table: 'later', key: '', value: 1 }], deletes: [] }],
    ['a removed record', { puts: [], deletes: [{ table: 'later', key: '' }] }],
  ])('with %s in a table of a later version are refused with that reason', async (_name, content) => {
    const bytes = writeValue({ version: 1, ...content });
    for (const stored of [{ entries: [bytes] }, { snapshot: bytes, entries: [] }]) {
      const file = { ...(await testFile()), load: () => Promise.resolve(stored) };
      await expect(openLedger(file)).rejects.toMatchObject({ code: 'file_too_new' });
    }
  });

  test('have a version that release 0.2.0 refuses if they change a table that it does not know', () => {
    const versionOf = (made: Change) =>
      (readValue(writeChange(made)) as { readonly version: number }).version;
    const lie = { what: 'the reward of block 5', since: 7 };
    expect(versionOf(change([put('relayLies', 'https://relay', lie)]))).toBe(4);
    expect(versionOf(change([], [remove('namedOutputs', 'key')]))).toBe(4);
    expect(versionOf(full)).toBeLessThan(4);
  });

  test.each([
    ['a number', Uint8Array.of(1)],
    ['null', Uint8Array.of(0xf6)],
    ['an empty map', Uint8Array.of(0xa0)],
    ['a list', Uint8Array.of(0x80)],
  ])('that hold %s are damage', (_name, bytes) => {
    expect(() => readChange(bytes)).toThrow('file_damaged');
  });
});

describe('a ledger', () => {
  test('is the same when read again, from the journal and from a snapshot', async () => {
    const file = await testFile();
    const ledger = await testLedger({}, file);
    const chain = createTestChain(3);
    for (let i = 0; i < 5; i++)
      chain.add([{ id: `t${i}`, outputs: [{ name: `o${i}`, amount: BigInt(i + 1) }] }]);
    await readChain(ledger, chain);
    chain.add([{ id: 's', spends: ['o1'], fee: 2n }]);
    await readChain(ledger, chain);
    const parts = ({ state }: typeof ledger) => [
      state.outputs,
      state.tables,
      state.chain,
      state.lastReward,
      [...state.byKey].sort(),
      [...state.byKeyImage].sort(),
    ];
    const fromJournal = await openLedger(file);
    expect(parts({ ...fromJournal, file })).toEqual(parts(ledger));
    await ledger.compact();
    expect((await file.load()).entries).toHaveLength(0);
    const fromSnapshot = await openLedger(file);
    expect(parts({ ...fromSnapshot, file })).toEqual(parts(ledger));
  });

  test('does not change in memory before the disk', async () => {
    const file = await testFile();
    const ledger = await testLedger({}, file);
    file.append = () => {
      expect(ledger.state.tables.notes.size).toBe(0);
      return Promise.reject(new Fault('storage_full', {}));
    };
    await expect(ledger.commit(change([put('notes', 'a', 'x')]))).rejects.toMatchObject({
      code: 'storage_full',
    });
    expect(ledger.state.tables.notes.size).toBe(0);
  });

  test('queues commits; each sees what the one before left, failed or not', async () => {
    const file = await testFile();
    const ledger = await testLedger({}, file);
    const append = file.append.bind(file);
    let calls = 0;
    file.append = (entry) => (++calls === 2 ? Promise.reject(new Fault('storage_full', {})) : append(entry));
    const add = (letter: string) =>
      ledger.commit((state) => change([put('notes', 'a', (state.tables.notes.get('a') ?? '') + letter)]));
    const results = await Promise.allSettled([add('x'), add('y'), add('z')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(ledger.state.tables.notes.get('a')).toBe('xz');
    expect((await openLedger(file)).state.tables.notes.get('a')).toBe('xz');
  });

  test('writes nothing for an empty change', async () => {
    const file = await testFile();
    const ledger = await testLedger({}, file);
    const { entries } = await file.load();
    await ledger.commit(change([]));
    await ledger.commit(() => undefined);
    expect((await file.load()).entries).toHaveLength(entries.length);
  });

  test('compacts the journal from time to time; no room for that does not fail the commit', async () => {
    const file = await testFile();
    const ledger = await testLedger({}, file);
    let folds = 0;
    const compact = file.compact.bind(file);
    file.compact = (snapshot) => {
      folds += 1;
      return folds === 1 ? Promise.reject(new Fault('storage_full', {})) : compact(snapshot);
    };
    for (let i = 0; i < 850; i++) await ledger.commit(change([put('notes', String(i % 10), String(i))]));
    expect(folds).toBe(2);
    expect((await file.load()).entries.length).toBeLessThan(60);
    expect((await openLedger(file)).state.tables.notes.get('9')).toBe('849');
  });
});
