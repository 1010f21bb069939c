/** How well a ratio of two medians is known: percentiles of the ratios of resampled runs (Efron's bootstrap). */
import { seededRandom } from '../support/seeded-random.ts';

/** Low and high end, or null where there are fewer than FEWEST runs. */
export type Interval = readonly [low: number, high: number] | null;

const FEWEST = 3;
const RESAMPLES = 1000;

const middle = (sorted: readonly number[]): number =>
  (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;

/** The interval of median(ours) / median(theirs) that holds 95 of 100 resampled ratios; the same for the same runs. */
export function ratioInterval(ours: readonly number[], theirs: readonly number[]): Interval {
  if (Math.min(ours.length, theirs.length) < FEWEST) return null;
  const random = seededRandom('interval');
  const resampled = (values: readonly number[]): number => {
    const drawn = Array.from(random(values.length), (byte) => values[byte % values.length]!);
    return middle(drawn.sort((a, b) => a - b));
  };
  const ratios = Array.from({ length: RESAMPLES }, () => resampled(ours) / resampled(theirs)).sort(
    (a, b) => a - b,
  );
  const at = (share: number) => Number(ratios[Math.round(share * (RESAMPLES - 1))]!.toFixed(3));
  return [at(0.025), at(0.975)];
}
