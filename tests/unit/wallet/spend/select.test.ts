/** The selection compares each output once with each chosen one, and chooses as the plain rule of upstream does. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumAmounts } from '../../../../src/base/amount.ts';
import { asPublicKey, asTxId } from '../../../../src/base/brands.ts';
import { below } from '../../../../src/wallet/decoys/gamma.ts';
import { relatedness, selectInputs, type Selection } from '../../../../src/wallet/spend/select.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const KEY = asPublicKey(new Uint8Array(32));
interface Described {
  readonly tx: number;
  readonly height: number;
  readonly minor: number;
  readonly amount: bigint;
}
const outputOf = ({ tx, height, minor, amount }: Described): OwnedOutput => ({
  txid: asTxId(new Uint8Array(32).fill(tx)),
  outputIndex: 0,
  globalIndex: 0,
  key: KEY,
  amount,
  mask: new Uint8Array(32),
  rct: true,
  coinbase: false,
  subaddress: { major: 0, minor },
  height,
  timestamp: 0,
  unlockTime: 0n,
  txPublicKey: KEY,
  pkIndex: 0,
  additionalKeys: [],
  frozen: false,
});

/** The rule for payments that no single output covers, without any shortcut. */
const plainly = ({ random, candidates, needed, maxInputs }: Selection): OwnedOutput[] | undefined => {
  const largest = [...candidates].sort((a, b) => (b.amount > a.amount ? 1 : -1)).slice(0, 200);
  const pairs = largest
    .flatMap((a, i) => largest.slice(i + 1).map((b) => [a, b] as const))
    .filter(([a, b]) => a.subaddress.minor === b.subaddress.minor && a.amount + b.amount >= needed(2));
  if (pairs.length > 0) {
    const least = Math.min(...pairs.map(([a, b]) => relatedness(a, b)));
    return [...pairs.find(([a, b]) => relatedness(a, b) === least)!];
  }
  return (
    byAddress({ random, candidates, needed, maxInputs }) ??
    largest
      .slice(0, maxInputs)
      .map((_, i) => largest.slice(0, i + 1))
      .find((first) => sumAmounts(first) >= needed(first.length))
  );
};

const byAddress = ({ random, candidates, needed, maxInputs }: Selection): OwnedOutput[] | undefined => {
  const minors = [...new Set(candidates.map(({ subaddress }) => subaddress.minor))];
  const addresses = minors
    .map((minor) => candidates.filter(({ subaddress }) => subaddress.minor === minor))
    .sort((a, b) => (sumAmounts(b) > sumAmounts(a) ? 1 : -1));
  const chosen: OwnedOutput[] = [];
  for (const address of addresses) {
    let left = address;
    while (left.length > 0) {
      if (chosen.length > 0 && sumAmounts(chosen) >= needed(chosen.length)) return chosen;
      if (chosen.length === maxInputs) return undefined;
      const relations = left.map((each) => Math.max(0, ...chosen.map((other) => relatedness(each, other))));
      const least = Math.min(...relations);
      const best = left.filter((_, i) => relations[i] === least);
      const next = best[below(random, best.length)]!;
      chosen.push(next);
      left = left.filter((each) => each !== next);
    }
  }
  return sumAmounts(chosen) >= needed(chosen.length) ? chosen : undefined;
};

test('chooses the same outputs as the plain rule with the same random numbers', () => {
  const described = fc.record({
    tx: fc.integer({ min: 0, max: 9 }),
    height: fc.integer({ min: 0, max: 40 }),
    minor: fc.integer({ min: 0, max: 2 }),
    amount: fc.bigInt({ min: 1n, max: 9n }),
  });
  let many = 0;
  let none = 0;
  fc.assert(
    fc.property(
      fc.array(described, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.bigInt({ min: 10n, max: 60n }),
      fc.bigInt({ min: 0n, max: 2n }),
      fc.string(),
      (outputs, maxInputs, amount, feeEach, seed) => {
        const candidates = outputs.map(outputOf);
        const selectionWith = (): Selection => ({
          random: { bytes: seededRandom(seed) },
          candidates,
          needed: (n) => amount + feeEach * BigInt(n),
          maxInputs,
        });
        const selected = selectInputs(selectionWith());
        const expected = plainly(selectionWith());
        expect(selected?.map((each) => candidates.indexOf(each))).toEqual(
          expected?.map((each) => candidates.indexOf(each)),
        );
        if (!selected) none += 1;
        else if (selected.length > 2) many += 1;
      },
    ),
    { numRuns: 300 },
  );
  expect(Math.min(many, none)).toBeGreaterThan(30);
});

/** Outputs of one piconero, and how often their heights were read: once for each output that a comparison looks at. */
const watched = (count: number) => {
  let reads = 0;
  const candidates = Array.from({ length: count }, (_, i) => {
    const output = outputOf({ tx: i & 255, height: 0, minor: i % 2, amount: 1n });
    return Object.defineProperty(output, 'height', {
      get: () => {
        reads += 1;
        return 20 * i;
      },
    });
  });
  return { candidates, reads: () => reads };
};

test('compares each output at most once with each chosen one', () => {
  const { candidates, reads } = watched(300);
  const random = { bytes: seededRandom('once') };
  const selection = { random, candidates, needed: (n: number) => 90n + BigInt(n >> 6), maxInputs: 100 };
  expect(selectInputs(selection)).toHaveLength(91);
  expect(reads()).toBeLessThanOrEqual(2 * 91 * 300);
});

test('compares nothing when the largest outputs that fit are not enough', () => {
  const { candidates, reads } = watched(300);
  const random = { bytes: seededRandom('nothing') };
  expect(selectInputs({ random, candidates, needed: () => 101n, maxInputs: 100 })).toBeUndefined();
  expect(reads()).toBe(0);
});
