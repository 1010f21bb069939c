import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hardForkHeight } from '../../../../src/protocol/block/hard-forks.ts';
import {
  FEE_QUANTIZATION_MASK,
  baseFees,
  feeForWeight,
  maxFees,
  plausibleFees,
  roundUp,
  type FeeLevels,
} from '../../../../src/protocol/tx/fees.ts';

describe('the fee levels of 2021', () => {
  // reward, short median, long median, levels: the cases of the design paper as the reference tests them.
  it.each([
    [600_000_000_000n, 300_000n, 300_000n, [20_000n, 80_000n, 320_000n, 4_000_000n]],
    [600_000_000_000n, 15_000_000n, 300_000n, [20_000n, 80_000n, 320_000n, 1_300_000n]],
    [600_000_000_000n, 1_425_000n, 1_425_000n, [890n, 3_600n, 68_000n, 850_000n]],
    [600_000_000_000n, 1_500_000n, 1_500_000n, [800n, 3_200n, 64_000n, 800_000n]],
    [600_000_000_000n, 75_000_000n, 1_500_000n, [800n, 3_200n, 64_000n, 260_000n]],
  ] as const)('are those of the paper for reward %d and medians %d and %d', (reward, short, long, levels) => {
    expect(baseFees(reward, short, long)).toEqual(levels);
  });

  it('on a fresh regtest chain are those of a real monerod', () => {
    expect(maxFees('regtest')).toEqual([1_200_000n, 4_700_000n, 19_000_000n, 240_000_000n]);
  });

  it('are rounded up to significant digits', () => {
    const cases: [bigint, number, bigint][] = [
      [27_810n, 3, 27_900n],
      [27_810n, 2, 28_000n],
      [3_794n, 3, 3_800n],
      [5_555n, 3, 5_560n],
      [2_342n, 1, 3_000n],
      [2_342n, 8, 2_342n],
      [0n, 8, 0n],
      [45_678n, 1, 50_000n],
      [10_000_001n, 4, 10_010_000n],
      [1_999_999n, 6, 2_000_000n],
      [1_999_999n, 7, 1_999_999n],
      [2_000_001n, 6, 2_000_010n],
      [2_000_001n, 4000, 2_000_001n],
      [999n, 2, 1_000n],
    ];
    for (const [value, digits, rounded] of cases) expect(roundUp(value, digits)).toBe(rounded);
  });
});

describe('the fee of a transaction', () => {
  it('is weight times rate, rounded up to the mask', () => {
    expect(feeForWeight(2171, 20_000n, 10_000n)).toBe(43_420_000n);
    expect(feeForWeight(2171, 1n, 10_000n)).toBe(10_000n);
    expect(feeForWeight(10_000, 1n, 10_000n)).toBe(10_000n);
    expect(feeForWeight(10_001, 1n)).toBe(20_000n);
    expect(feeForWeight(7, 3n, 1n)).toBe(21n);
  });
});

describe('the fee estimate of a node', () => {
  const MASK = FEE_QUANTIZATION_MASK;
  const today: FeeLevels = [20_000n, 80_000n, 320_000n, 4_000_000n];

  it('is accepted when the rules can give it', () => {
    expect(plausibleFees(today, MASK, 'mainnet')).toBe(true);
    expect(plausibleFees([800n, 3_200n, 64_000n, 260_000n], MASK, 'mainnet')).toBe(true);
    expect(plausibleFees([1_200_000n, 4_700_000n, 19_000_000n, 240_000_000n], MASK, 'regtest')).toBe(true);
  });

  // threat: false-fees
  it('is refused when a level is above what consensus can require', () => {
    for (let level = 0; level < 4; level++) {
      const fees = today.map((fee, i) => (i >= level ? fee * 10n : fee)) as unknown as FeeLevels;
      expect(plausibleFees(fees, MASK, 'mainnet')).toBe(false);
    }
    expect(plausibleFees([1_200_000n, 4_700_000n, 19_000_000n, 240_000_000n], MASK, 'mainnet')).toBe(false);
  });

  it('is refused with a coarser quantization, falling levels, zero, or other ratios', () => {
    expect(plausibleFees(today, 10_000_000_000n, 'mainnet')).toBe(false);
    expect(plausibleFees(today, 0n, 'mainnet')).toBe(false);
    expect(plausibleFees([80_000n, 20_000n, 320_000n, 4_000_000n], MASK, 'mainnet')).toBe(false);
    expect(plausibleFees([0n, 80_000n, 320_000n, 4_000_000n], MASK, 'mainnet')).toBe(false);
    expect(plausibleFees([19_777n, 80_000n, 320_000n, 4_000_000n], MASK, 'mainnet')).toBe(false);
  });

  // threat: false-fees
  it.each([
    ['ratios that no median gives', [19_000n, 61_000n, 310_000n, 3_900_000n]],
    ['a slow level of another median', [19_000n, 80_000n, 320_000n, 4_000_000n]],
    ['a normal level of another median', [20_000n, 75_000n, 320_000n, 4_000_000n]],
    ['a fast level of another median', [20_000n, 80_000n, 310_000n, 4_000_000n]],
    ['a fastest level below that of the largest surge', [20_000n, 80_000n, 320_000n, 1_200_000n]],
  ] as const)('is refused with %s', (_name, fees) => {
    expect(plausibleFees(fees, MASK, 'mainnet')).toBe(false);
  });

  it('is refused on test networks, too, when no reward and no median give it', () => {
    expect(plausibleFees([19_000n, 61_000n, 310_000n, 3_900_000n], MASK, 'regtest')).toBe(false);
    expect(plausibleFees([1_200_000n, 4_700_000n, 9_000_000n, 240_000_000n], MASK, 'regtest')).toBe(false);
    for (const reward of [35_184_372_088_831n, 20_123_456_789_000n, 700_000_000_000n])
      for (const median of [300_000n, 412_345n])
        for (const surge of [1n, 7n, 50n])
          expect(plausibleFees(baseFees(reward, surge * median, median), MASK, 'regtest')).toBe(true);
  });

  it('is accepted for every pair of medians that a chain can have', () => {
    const long = fc.bigInt({ min: 300_000n, max: 100_000_000n });
    fc.assert(
      fc.property(long, fc.bigInt({ min: 100n, max: 5_000n }), (median, percent) => {
        const fees = baseFees(600_000_000_000n, (median * percent) / 100n, median);
        expect(plausibleFees(fees, MASK, 'mainnet')).toBe(fees[0] > 0n);
      }),
    );
    expect(hardForkHeight('mainnet', 15)).toBeGreaterThan(2_641_623);
  });
});
