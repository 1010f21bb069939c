/**
 * Ages of decoys against the reference's distribution, by Kolmogorov-Smirnov: once against the exact distribution
 * function, once against a second sampler. Both are written here from the definition: the logarithm of the age in
 * seconds is gamma distributed (shape 19.28, scale 1/1.61); 1200 s of it are spent waiting for the unlock; what is
 * younger is spread evenly over 1800 s; an age becomes a number of outputs by the mean time between outputs of the
 * last year (262,800 blocks of 120 s), counted back from the newest output that is ten blocks old; of the block that
 * holds it any output is taken.
 */
import { describe, expect, test } from 'vitest';
import type { Random } from '../../../../src/ports/random.ts';
import { below, createGammaPicker, shuffled } from '../../../../src/wallet/decoys/gamma.ts';

const PICKS = 120_000;
/** Critical value for a false alarm in one of a thousand runs; seeds are fixed, so a run that passes always passes. */
const C = 1.95;
const ONE_SAMPLE = C / Math.sqrt(PICKS);
const TWO_SAMPLES = C * Math.sqrt(2 / PICKS);

/** A small generator of 32 bits (mulberry32): quick and reproducible. */
const generator = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
};
const randomOf = (seed: number): Random => {
  const next = generator(seed);
  return { bytes: (n) => Uint8Array.from({ length: n }, () => next() & 255) };
};

const SHAPE = 19.28;
const RATE = 1.61;
const YEAR = 262_800;

/** Distribution function of gamma(19.28, 1) by numerical integration (Simpson), normalised over all there is. */
const gammaTable = (() => {
  const density = (g: number): number => (g <= 0 ? 0 : Math.exp((SHAPE - 1) * Math.log(g) - g - 18));
  const step = 0.001;
  const sums = [0];
  for (let g = 0; g < 90; g += step)
    sums.push(sums.at(-1)! + ((density(g) + 4 * density(g + step / 2) + density(g + step)) * step) / 6);
  const all = sums.at(-1)!;
  return { step, values: sums.map((sum) => sum / all) };
})();
const gammaCdf = (g: number): number => {
  const at = Math.max(0, g) / gammaTable.step;
  const low = Math.floor(at);
  const { values } = gammaTable;
  if (low + 1 >= values.length) return 1;
  return values[low]! + (values[low + 1]! - values[low]!) * (at - low);
};
const gammaQuantile = (p: number): number => {
  let [low, high] = [0, 90];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (gammaCdf(middle) < p) low = middle;
    else high = middle;
  }
  return low;
};
/** Share of ages of at most `seconds`, after the wait. */
const ageCdf = (seconds: number): number => {
  if (seconds <= 0) return 0;
  const within = (x: number): number => gammaCdf(RATE * Math.log(x));
  return within(1200) * Math.min(1, seconds / 1800) + within(seconds + 1200) - within(1200);
};

test('the table of the gamma distribution has the right mean and variance', () => {
  const { step, values } = gammaTable;
  const moments = values.slice(1).reduce(
    ([mean, square], value, i) => {
      const [g, p] = [(i + 0.5) * step, value - values[i]!];
      return [mean! + g * p, square! + g * g * p];
    },
    [0, 0],
  );
  expect(moments[0]).toBeCloseTo(SHAPE, 3);
  expect(moments[1]! - moments[0]! ** 2).toBeCloseTo(SHAPE, 2);
});

const pickAll = (cumulative: readonly number[], seed: number): number[] => {
  const picker = createGammaPicker(randomOf(seed), { startHeight: 0, cumulative });
  const picks: number[] = [];
  while (picks.length < PICKS) {
    const pick = picker.pick();
    if (pick !== undefined) picks.push(pick);
  }
  return picks;
};

test(`${PICKS} picks on an even chain: KS distance to the exact distribution below ${ONE_SAMPLE.toFixed(5)}`, () => {
  const blocks = 1_500_000;
  const cumulative = Array.from({ length: blocks }, (_, i) => i + 1);
  const usable = blocks - 9;
  // One output in each block. A draw on the border of two blocks takes the older one.
  const ages = pickAll(cumulative, 1).map((pick) => Math.max(0, usable - 2 - pick));
  ages.sort((a, b) => a - b);
  const all = ageCdf(usable * 120);
  let distance = 0;
  for (let i = 0; i < ages.length; i++) {
    if (ages[i] === ages[i + 1]) continue;
    const exact = ageCdf((ages[i]! + 1) * 120) / all;
    distance = Math.max(distance, Math.abs((i + 1) / PICKS - exact));
  }
  expect(distance).toBeLessThan(ONE_SAMPLE);
});

test(`${PICKS} picks on an uneven chain: KS distance to a second sampler below ${TWO_SAMPLES.toFixed(5)}`, () => {
  // Busy and empty blocks, over more than the year from which the mean is computed.
  const next = generator(7);
  const counts = Array.from({ length: 400_000 }, (_, i) => {
    if (next() % 9 === 0) return 0;
    return (next() % 60) + (i % 50_000 < 10_000 ? 80 : 0);
  });
  let sum = 0;
  const cumulative = counts.map((count) => (sum += count));

  const uniform = (): number => (next() + next() / 2 ** 32) / 2 ** 32;
  const usable = cumulative.at(-10)!;
  const perOutput = (120 * YEAR) / (cumulative.at(-1)! - cumulative.at(-1 - YEAR)!);
  const second = (): number | undefined => {
    const age = Math.exp(gammaQuantile(uniform()) / RATE);
    const seconds = age > 1200 ? age - 1200 : Math.floor(uniform() * 1800);
    const wanted = usable - 1 - Math.floor(seconds / perOutput);
    if (wanted < 0) return undefined;
    // The first block after which at least `wanted` outputs exist.
    const block = first(cumulative, (after) => after >= wanted);
    const count = counts[block]!;
    return count === 0 ? undefined : cumulative[block]! - count + Math.floor(uniform() * count);
  };

  const theirs: number[] = [];
  while (theirs.length < PICKS) {
    const pick = second();
    if (pick !== undefined) theirs.push(pick);
  }
  expect(twoSampleDistance(pickAll(cumulative, 2), theirs)).toBeLessThan(TWO_SAMPLES);
});

/** Searches with jumps and single steps: the code under test bisects. */
const first = (values: readonly number[], wanted: (value: number) => boolean): number => {
  const jump = Math.floor(Math.sqrt(values.length));
  let at = 0;
  while (at + jump < values.length && !wanted(values[at + jump]!)) at += jump;
  while (!wanted(values[at]!)) at += 1;
  return at;
};

const twoSampleDistance = (a: readonly number[], b: readonly number[]): number => {
  const [left, right] = [a, b].map((values) => [...values].sort((x, y) => x - y)) as [number[], number[]];
  let [i, j, distance] = [0, 0, 0];
  while (i < left.length && j < right.length) {
    const at = Math.min(left[i]!, right[j]!);
    while (left[i] === at) i += 1;
    while (right[j] === at) j += 1;
    distance = Math.max(distance, Math.abs(i / left.length - j / right.length));
  }
  return distance;
};

// threat: decoy-ages
describe('the picker', () => {
  test('never picks an output younger than ten blocks', () => {
    const cumulative = Array.from({ length: 200 }, (_, i) => (i + 1) * 10);
    const picker = createGammaPicker(randomOf(3), { startHeight: 0, cumulative });
    expect(picker.usable).toBe(1910);
    for (let i = 0; i < 20_000; i++) expect(picker.pick() ?? 0).toBeLessThan(1910);
  });

  // Real wallets once drew too few of the youngest outputs (none of ten blocks of age), or, with more than one output per
  // second, from other blocks than the formula says.
  test.each([
    ['1.7 seconds', 70],
    ['half a second', 250],
  ])(
    'picks blocks from an age of ten on as often as the formula says, with an output every %s',
    (_name, perBlock) => {
      const blocks = 300_000;
      const cumulative = Array.from({ length: blocks }, (_, i) => (i + 1) * perBlock);
      const picker = createGammaPicker(randomOf(8), { startHeight: 0, cumulative });
      /** By age in blocks when the next block comes: an output of the newest block has an age of one. */
      const picked = new Map<number, number>();
      for (let i = 0; i < PICKS; i++) {
        const pick = picker.pick();
        if (pick === undefined) continue;
        const age = blocks - Math.floor(pick / perBlock);
        picked.set(age, (picked.get(age) ?? 0) + 1);
      }
      expect(Math.min(...picked.keys())).toBe(10);
      const secondsPerOutput = 120 / perBlock;
      for (let age = 10; age < 40; age++) {
        // A draw on the border of two blocks takes the older one, so the youngest block is picked less often.
        const from = Math.max(0, (age - 10) * perBlock - 1);
        const to = (age - 9) * perBlock - 1;
        const expected = PICKS * (ageCdf(to * secondsPerOutput) - ageCdf(from * secondsPerOutput));
        expect(expected).toBeGreaterThan(200);
        const distance = Math.abs((picked.get(age) ?? 0) - expected);
        expect(distance, `blocks of age ${age}`).toBeLessThan(5 * Math.sqrt(expected));
      }
    },
  );

  test.each([
    ['a chain that is too young', Array.from({ length: 9 }, (_, i) => i + 1)],
    ['a chain whose outputs are all too young', [...new Array<number>(100).fill(0), 5]],
    ['an empty chain', new Array<number>(100).fill(0)],
    ['no chain at all', []],
  ])('%s gives a fault', (_name, cumulative) => {
    expect(() => createGammaPicker(randomOf(4), { startHeight: 0, cumulative })).toThrow(
      'not_enough_outputs',
    );
  });
});

describe('random choices', () => {
  test('below(n) is uniform and below n', () => {
    const random = randomOf(5);
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i++) counts[below(random, 7)]! += 1;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
    expect(below(random, 1)).toBe(0);
  });

  test('shuffled keeps all items, and gives each order equally often', () => {
    const random = randomOf(6);
    const orders = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const order = shuffled(random, ['a', 'b', 'c', 'd']).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    for (const count of orders.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
