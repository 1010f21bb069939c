/** The balance over time as a row of heights, for the lower edge of the balance on Home. Pure; tests/unit/ui/balance.test.ts. */
import type { Step } from './balance-steps.ts';

/** Number of heights: so few that the edge stays calm. */
const POINTS = 13;
/** Heights and balances are compared in so many parts. */
const PARTS = 1000n;

/**
 * Heights from 0 (lowest) to 1 (highest) at equal distances of time until `now` (milliseconds); undefined if the balance was
 * always the same, or never above zero. Where it changed by less than half, the heights stay around the middle.
 */
export function balanceWave(steps: readonly Step[], now: number): readonly number[] | undefined {
  const [first] = steps;
  if (first === undefined) return undefined;
  const balances: bigint[] = [];
  let at = 0;
  for (let i = 0; i < POINTS; i += 1) {
    const time = first.from + ((now - first.from) * i) / (POINTS - 1);
    while (at + 1 < steps.length && steps[at + 1]!.from <= time) at += 1;
    balances.push(steps[at]!.balance);
  }
  const highest = balances.reduce((most, each) => (each > most ? each : most), 0n);
  const lowest = balances.reduce((least, each) => (each < least ? each : least), highest);
  const span = highest - lowest;
  // Sums of a history whose older part is still loading may be below zero.
  if (span === 0n || highest <= 0n) return undefined;
  const size = Math.min(1, (2 * Number((span * PARTS) / highest)) / Number(PARTS));
  const heights = balances.map((each) => {
    const height = Number(((each - lowest) * PARTS) / span) / Number(PARTS);
    return 0.5 + (height - 0.5) * size;
  });
  return calmed(calmed(calmed(heights)));
}

/** Draws each height towards those beside it: a wave instead of steps. */
const calmed = (heights: readonly number[]): readonly number[] =>
  heights.map((each, i) => (each * 2 + (heights[i - 1] ?? each) + (heights[i + 1] ?? each)) / 4);
