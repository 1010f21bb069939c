/** Companions of any content: read as they were written, merged once and in any order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asSecretKey } from '../../../src/base/brands.ts';
import { collectCompanion } from '../../../src/wallet/companion/collect.ts';
import type { CompanionContent } from '../../../src/wallet/companion/content.ts';
import { readCompanion, writeCompanion } from '../../../src/wallet/companion/encoding.ts';
import { mergeCompanion } from '../../../src/wallet/companion/merge.ts';
import type { Ledger } from '../../../src/wallet/state/state.ts';
import { testLedger } from '../../unit/wallet/test-ledger.ts';
import { inTier } from '../../support/tier.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const time = fc.nat(2_000_000_000);
/** An id that begins with a digit of `side`, so that two sides share none. */
const idOf = (side: number) =>
  bytes32.map((bytes) => `${side}${Buffer.from(bytes).toString('hex').slice(1)}`);
const pairs = <T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>) =>
  fc.uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([name]) => name });

/** Content of `side` 0 or 1. Two sides have nothing in common. */
const companionOf = (side: number): fc.Arbitrary<CompanionContent> => {
  const id = idOf(side);
  const named = text.map((name) => `${side} ${name}`);
  const all = fc.record({
    made: time,
    lookahead: fc.record({ major: fc.integer({ min: 1, max: 9 }), minor: fc.integer({ min: 1, max: 9 }) }),
    accounts: fc.array(
      fc
        .uniqueArray(fc.tuple(fc.nat(4), named), { maxLength: 3, selector: ([minor]) => minor })
        .map((labels) => ({
          addresses: 10,
          // Even addresses are named by one side, odd ones by the other.
          labels: labels
            .map(([minor, label]) => [2 * minor + side, label] as const)
            .sort(([a], [b]) => a - b),
          tag: '',
        })),
      { maxLength: 3 },
    ),
    tags: fc.constant([]),
    contacts: fc.uniqueArray(fc.record({ address: named, description: text }), {
      maxLength: 4,
      selector: ({ address }) => address,
    }),
    notes: pairs(id, text),
    txKeys: pairs(
      id,
      fc.record({
        key: bytes32.map(asSecretKey),
        additional: fc.array(bytes32.map(asSecretKey), { maxLength: 2 }),
      }),
    ),
    payees: pairs(
      id,
      fc.record({
        destinations: fc.array(
          fc.oneof(
            fc.record({ address: text, amount: fc.bigInt(0n, 2n ** 64n - 1n) }),
            fc.record({ address: text, amount: fc.nat().map(BigInt), minor: fc.nat(300) }),
          ),
          { minLength: 1, maxLength: 3 },
        ),
      }),
    ),
    attributes: pairs(named, text),
    requests: fc.uniqueArray(
      fc.record({
        subaddress: fc.record({ major: fc.nat(2), minor: fc.nat(4).map((minor) => 2 * minor + side) }),
        amount: fc.nat().map(BigInt),
        purpose: text,
        message: text,
        note: text,
        created: time,
        firstSeen: fc.array(fc.record({ txid: id, at: time }), { maxLength: 2 }),
      }),
      { maxLength: 3, selector: ({ subaddress }) => `${subaddress.major}:${subaddress.minor}` },
    ),
    frozen: fc.uniqueArray(id, { maxLength: 3 }),
  });
  return all.map((companion) => ({
    ...companion,
    // A request has an address of an account.
    requests: companion.requests.filter(({ subaddress }) => subaddress.major < companion.accounts.length),
  }));
};
const take = async (ledger: Ledger, companion: CompanionContent) => {
  const merged = mergeCompanion(ledger.state, companion);
  await ledger.commit(merged.change);
  return merged;
};
/** The content of a wallet, whatever the order in which it came. */
const sorted = ({ state }: Ledger): unknown => {
  const { accounts, ...lists } = collectCompanion(state, 0);
  const inOrder = (list: readonly unknown[]): string[] =>
    list
      .map((each) =>
        JSON.stringify(each, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
      )
      .sort();
  return [
    accounts,
    ...Object.values(lists).map((list: unknown) => (Array.isArray(list) ? inOrder(list as unknown[]) : list)),
  ];
};

test('a companion is read as it was written', () => {
  fc.assert(
    fc.property(companionOf(0), (companion) => {
      expect(readCompanion(writeCompanion(companion))).toEqual(companion);
    }),
  );
});
test('a companion that is read again changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(companionOf(0), async (companion) => {
      const ledger = await testLedger();
      await take(ledger, companion);
      const { change, added } = await take(ledger, companion);
      expect(change.puts).toEqual([]);
      expect(Object.values(added).every((n) => n === 0)).toBe(true);
    }),
    { numRuns: inTier({ short: 15, long: 40 }) },
  );
});
test('two companions with nothing in common may be read in either order', async () => {
  await fc.assert(
    fc.asyncProperty(companionOf(0), companionOf(1), async (a, b) => {
      const [one, two] = [await testLedger(), await testLedger()];
      await take(one, a);
      await take(one, b);
      await take(two, b);
      await take(two, a);
      expect(sorted(one)).toEqual(sorted(two));
    }),
    { numRuns: inTier({ short: 15, long: 40 }) },
  );
});
