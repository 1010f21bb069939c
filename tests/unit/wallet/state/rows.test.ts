/** Many outputs and payments as rows of fixed size. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asKeyImage, asPublicKey, asTxId } from '../../../../src/base/brands.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { decodeCbor } from '../../../../src/wallet/state/cbor-reader.ts';
import { encodeCbor } from '../../../../src/wallet/state/cbor-writer.ts';
import { readChange, writeChange } from '../../../../src/wallet/state/codec.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import type { Payment } from '../../../../src/wallet/state/records/payments.ts';
import { change, openLedger, put } from '../../../../src/wallet/state/state.ts';
import type { Put } from '../../../../src/wallet/state/tables.ts';
import { testFile, testLedger } from '../test-ledger.ts';

const bytes = (size = 32) => fc.uint8Array({ minLength: size, maxLength: size });
const u32 = fc.oneof(fc.nat(10), fc.constantFrom(0xffff_ffff, 2 ** 31));
const whole = fc.oneof(u32, fc.constantFrom(2 ** 32, 2 ** 53 - 1));
const u64 = fc.oneof(fc.bigInt(0n, 10n), fc.constantFrom(2n ** 32n - 1n, 2n ** 32n, 2n ** 64n - 1n));
const subaddress = fc.record({ major: u32, minor: u32 });
/** Leaves out undefined fields, as the writer does. */
const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 });

const output: fc.Arbitrary<OwnedOutput> = fc
  .record({
    txid: bytes().map(asTxId),
    outputIndex: u32,
    globalIndex: whole,
    key: bytes().map(asPublicKey),
    keyImage: fc.option(bytes().map(asKeyImage), { nil: undefined }),
    keyImageRequested: seldom(fc.constant(true as const)),
    amount: u64,
    mask: bytes(),
    rct: fc.boolean(),
    coinbase: fc.boolean(),
    subaddress,
    height: whole,
    timestamp: whole,
    unlockTime: u64,
    txPublicKey: bytes().map(asPublicKey),
    pkIndex: u32,
    additionalKeys: fc.array(bytes().map(asPublicKey), { maxLength: 1 }),
    carrot: seldom(fc.record({ g: bytes(), t: bytes() })),
    spent: fc.option(fc.record({ height: u32, txid: bytes().map(asTxId) }), { nil: undefined }),
    frozen: fc.boolean(),
  })
  .map((each) => withoutUndefined(each) as OwnedOutput);

const payment: fc.Arbitrary<Payment> = fc
  .record({
    txid: bytes().map(asTxId),
    subaddress,
    amount: u64,
    amounts: fc.option(fc.array(u64, { maxLength: 3 }), { nil: undefined }),
    height: whole,
    timestamp: whole,
    unlockTime: u64,
    fee: u64,
    coinbase: fc.boolean(),
    paymentId: fc.option(fc.oneof(fc.constant(new Uint8Array(8)), bytes(8), bytes(32)), { nil: undefined }),
    doubleSpendSeen: fc.boolean(),
  })
  .map(({ amounts, ...each }) => withoutUndefined({ ...each, amounts: amounts ?? [each.amount] }) as Payment);

const paymentPut = (value: Payment): Put =>
  put('payments', `${toHex(value.txid)}:${value.subaddress.major}:${value.subaddress.minor}`, value);
const putsFrom = (least: number) =>
  fc
    .tuple(
      fc.array(output, { minLength: least, maxLength: 70 }),
      fc.array(payment, { minLength: least, maxLength: 70 }),
    )
    .map(([outputs, payments]) => [
      put('notes', 'n', 'a note'),
      ...outputs.map((each, i) => put('outputs', String(5 * i), each)),
      put('notes', 'o', 'another'),
      ...payments.map(paymentPut),
    ]);
/** So many that they are written as rows. */
const many = putsFrom(64);

const ofTable = (list: readonly Put[], table: string): readonly Put[] =>
  list.filter((each) => each.table === table);

describe('a change with many records', () => {
  test('is read as it was written, each table in its order', () => {
    fc.assert(
      fc.property(putsFrom(60), (given) => {
        const back = readChange(writeChange(change(given))).puts;
        expect(back).toHaveLength(given.length);
        for (const table of ['notes', 'outputs', 'payments'])
          expect(ofTable(back, table)).toEqual(ofTable(given, table));
      }),
      { numRuns: 50 },
    );
  });

  test('takes few bytes, and is one for this version on', () => {
    const [some] = fc.sample(many, { numRuns: 1, seed: 1 });
    const plain = ofTable(some!, 'payments').map((each) => ({ ...each, key: `other ${each.key}` }));
    const versionOf = (list: readonly Put[]): unknown =>
      (decodeCbor(writeChange(change(list))) as { version: unknown }).version;
    expect(versionOf(some!.slice(0, 40))).toBe(1);
    expect(versionOf(some!)).toBe(3);
    // Keys that do not follow from the record are kept as well.
    expect(readChange(writeChange(change(plain))).puts).toEqual(plain);
    const simple = Array.from({ length: 1000 }, (_, i) => {
      const [value] = fc.sample(output, { numRuns: 1, seed: i });
      const { carrot: _carrot, keyImageRequested: _requested, ...rest } = value!;
      return put('outputs', String(i), { ...rest, height: i, unlockTime: 0n, additionalKeys: [] });
    });
    const asTheyAre = encodeCbor({ version: 1, puts: simple, deletes: [] }).length;
    expect(writeChange(change(simple)).length).toBeLessThan(0.6 * asTheyAre);
  });

  test('cut or with other counts is damage, and never another error', () => {
    const [some] = fc.sample(many, { numRuns: 1, seed: 2 });
    const value = decodeCbor(writeChange(change(some!))) as { rows: Record<string, Record<string, unknown>> };
    const odd = { at: 3, put: put('notes', 'x', 'y') };
    for (const broken of [
      { count: 1 },
      { count: -1 },
      { count: 2 ** 50 },
      { count: 'many' },
      { keys: new Uint8Array(7) },
      { keys: 5 },
      { numbers: new Uint8Array(0) },
      { rare: new Uint8Array(31) },
      { odd: [{ ...odd, at: 1e6 }] },
      { odd: 5 },
    ]) {
      const outputs = { ...value.rows['outputs'], ...broken };
      let error: unknown;
      try {
        readChange(encodeCbor({ ...value, rows: { ...value.rows, outputs } }));
      } catch (caught) {
        error = caught;
      }
      expect(isFault(error, 'file_damaged'), JSON.stringify(broken)).toBe(true);
    }
  });
});

test('a ledger with many records is the same when it is opened again', async () => {
  const [given] = fc.sample(many, { numRuns: 1, seed: 3 });
  const outputs = ofTable(given!, 'outputs').map((each, i) => ({ ...each, key: String(i) }));
  const file = await testFile();
  const ledger = await testLedger({}, file);
  await ledger.commit(change([...outputs, ...ofTable(given!, 'payments')]));
  const fromJournal = (await openLedger(file)).state;
  await ledger.compact();
  const fromSnapshot = (await openLedger(file)).state;
  for (const state of [fromJournal, fromSnapshot]) {
    expect(state.outputs).toEqual(ledger.state.outputs);
    expect(state.tables).toEqual(ledger.state.tables);
    expect(state.history.payments).toEqual(ledger.state.history.payments);
    expect([...state.byKey].sort()).toEqual([...ledger.state.byKey].sort());
  }
  // Keys are views of common buffers, which hold no more than a few records.
  const { buffer } = fromSnapshot.outputs.find(({ additionalKeys }) => additionalKeys.length === 0)!.key;
  expect(buffer.byteLength).toBeLessThanOrEqual(8192);
});
