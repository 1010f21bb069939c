/**
 * Transactions with outputs of Carrot as bytes: every output made for an address of somebody is found by its owner and by
 * nobody else, and changed bytes never credit anything that the transaction did not pay.
 */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { toHex } from '../../../src/base/hex.ts';
import { writeTransaction } from '../../../src/protocol/tx/transaction.ts';
import { findCarrot } from '../../../src/wallet/scan/find-carrot.ts';
import { scanPoolTx } from '../../../src/wallet/scan/scan-range.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { inTier, limit } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { carrotTx } from '../../unit/wallet/carrot-money.ts';
import { keyImageOf } from '../../unit/wallet/test-chain.ts';
import { person, type Person } from '../../unit/wallet/test-money.ts';

/** About three outputs each. */
const SETS = inTier({ short: 12, long: 3_300 });
const MUTATIONS = inTier({ short: 20, long: 5_000 });

let people: readonly Person[];
beforeAll(async () => {
  await useWasmKernel();
  people = ['alice', 'bob', 'carol'].map(person);
});
const found = (who: Person, blob: Uint8Array) =>
  scanPoolTx(who.scanner, blob, { blockVersion: 18, findCarrot })?.found ?? [];

const amounts = fc.bigInt({ min: 1n, max: 2n ** 60n });
const who = fc.nat(2);
const indices = fc.constantFrom(
  { major: 0, minor: 0 },
  { major: 0, minor: 2 },
  { major: 1, minor: 0 },
  { major: 1, minor: 3 },
);
const ids = fc.uint8Array({ minLength: 8, maxLength: 8 }).filter((id) => id.some((byte) => byte !== 0));
const payment = fc.record({
  from: who,
  to: fc.array(fc.record({ who, index: indices, amount: amounts }), { minLength: 1, maxLength: 4 }),
  id: fc.option(ids),
  change: amounts,
  changeTo: indices,
  draw: fc.string({ minLength: 1 }).map(seededRandom),
});
type Values<T> = T extends fc.Arbitrary<infer V> ? V : never;

const transactionOf = ({ from, to, id, change, changeTo, draw }: Values<typeof payment>) => {
  const integrated = id ? to.findIndex(({ index }) => index.major + index.minor === 0) : -1;
  const tx = carrotTx(
    {
      from: people[from]!,
      spends: [keyImageOf(`spent ${toHex(draw(8))}`)],
      to: to.map(({ who: receiver, index: { major, minor }, amount }, i) => {
        const address = people[receiver]!.address(major, minor);
        return {
          address: i === integrated ? { ...address, kind: 'integrated' as const, paymentId: id! } : address,
          amount,
        };
      }),
      change,
      changeTo,
    },
    draw,
  );
  return { blob: writeTransaction(tx), integrated };
};
const named = (
  at: number,
  { major, minor }: { major: number; minor: number },
  amount: bigint,
  id?: Uint8Array,
) => [at, major, minor, amount, id ? toHex(id) : ''].join(' ');

test(
  'every output is found by its owner with address, amount and payment id, and by nobody else',
  () => {
    fc.assert(
      fc.property(payment, (given) => {
        const { blob, integrated } = transactionOf(given);
        const expected = [
          ...given.to.map(({ who: at, index, amount }, i) =>
            named(at, index, amount, i === integrated ? given.id! : undefined),
          ),
          named(given.from, given.changeTo, given.change),
        ];
        const all = people.flatMap((each, at) =>
          found(each, blob).map(({ subaddress, amount, paymentId }) =>
            named(at, subaddress, amount, paymentId),
          ),
        );
        expect(all.sort()).toEqual(expected.sort());
      }),
      { numRuns: SETS },
    );
  },
  limit(20),
);

// threat: malformed-input
test(
  'changed bytes never make the scan fail, and credit nothing that was not paid',
  () => {
    fc.assert(
      fc.property(payment, fc.nat(), fc.nat(255), fc.boolean(), (given, at, value, cut) => {
        const { blob } = transactionOf(given);
        const changed = blob.slice();
        changed[at % blob.length] = value;
        const bytes = cut ? changed.subarray(0, at % blob.length) : changed;
        for (const each of people) {
          const paid = found(each, blob).map(({ key, amount }) => `${toHex(key)} ${amount}`);
          for (const { key, amount } of found(each, bytes)) expect(paid).toContain(`${toHex(key)} ${amount}`);
        }
      }),
      { numRuns: MUTATIONS },
    );
  },
  limit(20),
);
