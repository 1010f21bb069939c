/** Finding own outputs of Carrot in transactions and coinbases as they are on the wire. */
import { beforeAll, describe, expect, test } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { unbiasedHashToPoint } from '../../../../src/kernel/ref/hash-to-point-unbiased.ts';
import { openingOf, opensKey } from '../../../../src/protocol/carrot/opening.ts';
import { commit } from '../../../../src/protocol/rct/amount.ts';
import { buildExtra, type ExtraField } from '../../../../src/protocol/tx/extra.ts';
import { writeTransaction } from '../../../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../../../src/protocol/tx/types.ts';
import { findCarrot } from '../../../../src/wallet/scan/find-carrot.ts';
import { packFound, unpackFound } from '../../../../src/wallet/scan/found-table.ts';
import { scanPoolTx } from '../../../../src/wallet/scan/scan-range.ts';
import { scanOffsetsOf } from '../../../../src/wallet/scan/tx-scan-offsets.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { carrotCoinbase, carrotTx } from '../carrot-money.ts';
import { keyImageOf } from '../test-chain.ts';
import { person, type Person } from '../test-money.ts';

const random = seededRandom('find carrot');
const spends = [keyImageOf('spent')];
let alice: Person;
let bob: Person;
let carol: Person;
beforeAll(() => {
  [alice, bob, carol] = [person('alice'), person('bob'), person('carol')];
});

/** In the pool of a node whose next block has version 17. */
const find = ({ scanner }: Person, tx: Transaction) =>
  scanPoolTx(scanner, writeTransaction(tx), { blockVersion: 17, findCarrot })!.found;
const mined = ({ scanner }: Person, { prefix, rct }: Transaction) =>
  findCarrot(scanner, [scanOffsetsOf(prefix)], () => ({
    prefix,
    rct,
    coinbase: true,
    blockVersion: 17,
    globalIndices: [40, 41],
  }));
const pay = (to: Person, amount: bigint, major = 0, minor = 0) => ({
  address: to.address(major, minor),
  amount,
});

describe('an output of Carrot', () => {
  test('is found by its receiver, its change by the sender, and neither by others', () => {
    const tx = carrotTx({ from: alice, spends, to: [pay(bob, 5n, 1, 2)], change: 11n }, random);
    expect(find(bob, tx)).toMatchObject([
      { amount: 5n, subaddress: { major: 1, minor: 2 }, rct: true, coinbase: false, fee: 7n, tx: 0 },
    ]);
    expect(find(alice, tx)).toMatchObject([{ amount: 11n, subaddress: { major: 0, minor: 0 } }]);
    expect(find(carol, tx)).toEqual([]);
  });

  test('is found in a set of several, which have an ephemeral key each', () => {
    const tx = carrotTx(
      {
        from: alice,
        spends,
        to: [pay(bob, 1n), pay(bob, 2n, 0, 1), pay(carol, 3n)],
        toSelf: [{ major: 1, minor: 0, amount: 4n, type: 'payment' }],
        change: 5n,
        changeTo: { major: 0, minor: 3 },
      },
      random,
    );
    const amounts = (who: Person) =>
      find(who, tx)
        .map(({ amount }) => amount)
        .sort();
    expect(amounts(bob)).toEqual([1n, 2n]);
    expect(amounts(carol)).toEqual([3n]);
    expect(amounts(alice)).toEqual([4n, 5n]);
    const places = [alice, bob, carol].flatMap((who) => find(who, tx).map(({ outputIndex }) => outputIndex));
    expect(places.sort()).toEqual([0, 1, 2, 3, 4]);
  });

  test('has a mask, a key image by the unbiased hash, and secrets that open its key', () => {
    const tx = carrotTx({ from: alice, spends, to: [pay(bob, 5n, 0, 4)], change: 1n }, random);
    const [found] = find(bob, tx);
    const { key, carrot, subaddress, mask, amount, keyImage, outputIndex } = found!;
    expect(key).toEqual(tx.prefix.outputs[outputIndex]!.key);
    expect(commit({ amount, mask })).toEqual(tx.rct!.commitments[outputIndex]);
    const { spendSecret, viewSecret } = bob.account;
    const secrets = openingOf(
      { spendSecret: spendSecret!, viewSecret },
      { index: subaddress, extension: carrot! },
    );
    expect(opensKey(secrets, key)).toBe(true);
    expect(keyImage).toEqual(kernel.mul(secrets.x, unbiasedHashToPoint(key)));
  });

  test('is found by a watching wallet too, without a key image', () => {
    const tx = carrotTx({ from: alice, spends, to: [pay(bob, 5n)], change: 1n }, random);
    const { spendSecret: _, ...keys } = bob.scanner.keys;
    const [found] = find({ ...bob, scanner: { ...bob.scanner, keys } }, tx);
    expect(found).toMatchObject({ amount: 5n });
    expect(found!.keyImage).toBeUndefined();
  });

  test('shows the payment id of an integrated address to its receiver alone', () => {
    const paymentId = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    const address = { ...bob.address(0, 0), kind: 'integrated' as const, paymentId };
    const tx = carrotTx({ from: alice, spends, to: [{ address, amount: 5n }], change: 1n }, random);
    expect(find(bob, tx)[0]!.paymentId).toEqual(paymentId);
    expect(find(alice, tx)[0]!.paymentId).toBeUndefined();
    const without = carrotTx({ from: alice, spends, to: [pay(bob, 5n)], change: 1n }, random);
    expect(find(bob, without)[0]!.paymentId).toBeUndefined();
  });

  test('is skipped when it is worth nothing', () => {
    const tx = carrotTx({ from: alice, spends, to: [pay(bob, 5n)], change: 0n }, random);
    expect(find(alice, tx)).toEqual([]);
  });

  test('survives the message to another thread, beside one of today', () => {
    const tx = carrotTx({ from: alice, spends, to: [pay(bob, 5n, 1, 2)], change: 1n }, random);
    const [found] = find(bob, tx);
    const { carrot: _, ...today } = found!;
    const both = [found!, today, found!];
    expect(unpackFound(packFound(both))).toEqual(both);
  });

  // threat: burning-bug
  test('bound to another first key image or another height is not found', () => {
    const { prefix, ...rest } = carrotTx({ from: alice, spends, to: [pay(bob, 5n)], change: 1n }, random);
    const [input] = prefix.inputs;
    const other = { ...input!, keyImage: keyImageOf('other') } as typeof input & object;
    expect(find(bob, { ...rest, prefix: { ...prefix, inputs: [other] } })).toEqual([]);
    const coinbase = carrotCoinbase(90, [pay(bob, 6n)], random);
    const moved = {
      ...coinbase,
      prefix: { ...coinbase.prefix, inputs: [{ kind: 'gen' as const, height: 91 }] },
    };
    expect(mined(bob, coinbase)).toHaveLength(1);
    expect(mined(bob, moved)).toEqual([]);
  });

  test('with the keys of two addresses of one person is not found', () => {
    const mixed = { ...bob.address(0, 1), viewPublic: bob.address(0, 2).viewPublic };
    const tx = carrotTx({ from: alice, spends, to: [{ address: mixed, amount: 5n }], change: 1n }, random);
    expect(find(bob, tx)).toEqual([]);
  });
});

describe('a coinbase with outputs of Carrot', () => {
  test('is found by those that it pays', () => {
    const tx = carrotCoinbase(90, [pay(bob, 6n), pay(carol, 7n)], random);
    const [found, ...more] = mined(bob, tx);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ amount: 6n, coinbase: true, fee: 0n, unlockTime: 150n });
    expect(found!.globalIndex).toBe(40 + found!.outputIndex);
    expect(mined(alice, tx)).toEqual([]);
  });
  test('pays main addresses only', () => {
    expect(() => carrotCoinbase(90, [pay(bob, 6n, 0, 1)], random)).toThrow('bad_destination');
  });
  test('whose keys are not as many as its outputs pays nobody', () => {
    const tx = carrotCoinbase(90, [pay(bob, 6n), pay(bob, 7n)], random);
    const extra = tx.prefix.extra.slice();
    extra[1] = 1;
    expect(mined(bob, { ...tx, prefix: { ...tx.prefix, extra } })).toEqual([]);
  });
});

describe('the ephemeral keys in the extra', () => {
  const withExtra = (tx: Transaction, fields: readonly ExtraField[]): Transaction => ({
    ...tx,
    prefix: { ...tx.prefix, extra: buildExtra(fields) },
  });
  const keyOf = (tx: Transaction) => asPublicKey(tx.prefix.extra.slice(1, 33));
  const wrong = asPublicKey(new Uint8Array(32).fill(7));
  const plain = () => carrotTx({ from: alice, spends, to: [pay(bob, 5n)], change: 1n }, random);

  test('are that of tag 01, also when tag 04 has others', () => {
    const tx = plain();
    const key: ExtraField = { kind: 'publicKey', key: keyOf(tx) };
    const others: ExtraField = { kind: 'additionalKeys', keys: [wrong, wrong] };
    expect(find(bob, withExtra(tx, [others, key]))).toHaveLength(1);
    expect(find(bob, withExtra(tx, [{ kind: 'publicKey', key: wrong }, key]))).toEqual([]);
  });
  test('may be fewer in tag 04 than outputs: the last one belongs to the rest', () => {
    const tx = plain();
    expect(find(bob, withExtra(tx, [{ kind: 'additionalKeys', keys: [keyOf(tx)] }]))).toHaveLength(1);
  });
  test('find nothing when there are none or more than outputs', () => {
    const tx = plain();
    const many: ExtraField = { kind: 'additionalKeys', keys: [keyOf(tx), keyOf(tx), keyOf(tx)] };
    expect(find(bob, withExtra(tx, []))).toEqual([]);
    expect(find(bob, withExtra(tx, [many]))).toEqual([]);
  });
});

test('a transaction that mixes outputs of both eras pays nobody', () => {
  const tx = carrotTx({ from: alice, spends, to: [pay(bob, 5n)], change: 1n }, random);
  const [first, second] = tx.prefix.outputs;
  const { carrot: _, ...bare } = second!;
  expect(find(bob, { ...tx, prefix: { ...tx.prefix, outputs: [first!, { ...bare, viewTag: 1 }] } })).toEqual(
    [],
  );
});
