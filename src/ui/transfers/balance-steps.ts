/** The balance over time, computed from the history. Pure; tests/unit/ui/balance.test.ts. */
import { PART } from '../widgets/in-parts.svelte.ts';
import { changeBy } from '../state/change.ts';
import type { Transfer } from '../state/model.ts';

/** A part of the time in which the balance was the same at the end of each day. Times in milliseconds. */
export interface Step {
  readonly from: number;
  /** End of the first period with this balance: midnight by the device's clock. */
  readonly until: number;
  /** At the end of the step, in piconero. */
  readonly balance: bigint;
  /** The highest balance within the step: coins may come and go within a day. */
  readonly highest: bigint;
}
/** A picture has no room for more. */
const PERIODS = 90;
const DAY_MS = 86_400_000;

/**
 * The steps of the balance, oldest first, without those that change nothing; empty without transfers. `account`: of this
 * one, otherwise of the whole wallet. `since`: from the day of this time on, otherwise from the first transfer on. The
 * time is divided into periods of whole days, 90 at most; a step has the balance at the end of its period. Computed in
 * parts, for `InParts`: of the parts before the last one there is no result.
 */
export function* balanceSteps(
  transfers: readonly Transfer[],
  { account, since, now }: { readonly account?: number; readonly since?: number; readonly now: number },
): Generator<undefined, readonly Step[]> {
  const changes: { readonly time: number; readonly by: bigint }[] = [];
  // From the end, so that little is left to sort.
  for (let i = transfers.length - 1; i >= 0; i -= 1) {
    const transfer = transfers[i]!;
    const by = changeBy(transfer, account === undefined ? undefined : [account]);
    if (by !== 0n) changes.push({ time: transfer.time || now, by });
    if (i > 0 && i % PART === 0) yield undefined;
  }
  changes.sort((a, b) => a.time - b.time);
  const [first] = changes;
  if (first === undefined) return [];
  const start = midnight(Math.min(since ?? first.time, now));
  const days = Math.max(1, Math.ceil((now - start) / DAY_MS / PERIODS));
  const steps: Step[] = [];
  let balance = 0n;
  let next = 0;
  while (next < changes.length && changes[next]!.time < start) balance += changes[next++]!.by;
  let highest = balance;
  for (let from = start; from <= now; from = midnight(from, days)) {
    const until = midnight(from, days);
    // A clock that was wrong must not hide a change: the last period has all that is left.
    for (; next < changes.length && (changes[next]!.time < until || until > now); next += 1) {
      highest = max(highest, (balance += changes[next]!.by));
      if (next > 0 && next % PART === 0) yield undefined;
    }
    const last = steps.at(-1);
    if (last?.balance !== balance) steps.push({ from, until, balance, highest });
    else if (highest > last.highest) steps[steps.length - 1] = { ...last, highest };
    highest = balance;
  }
  return steps;
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Midnight before this time, or so many days later, by the device's clock. */
const midnight = (ms: number, later = 0): number => {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + later).getTime();
};

/** The line of the picture as SVG paths, and the lowest and highest value of the vertical axis in piconero. */
export interface Line {
  readonly line: string;
  /** Closed at zero. */
  readonly area: string;
  readonly zero: number;
  readonly highest: bigint;
}
/** `end`: the time at the right edge, in milliseconds. */
export function lineOf(steps: readonly Step[], end: number, width: number, height: number): Line {
  const values = steps.map(({ balance }) => balance);
  const highest = steps.reduce((most, step) => max(most, step.highest), 0n);
  const lowest = values.reduce((least, value) => (value < least ? value : least), 0n);
  const start = steps[0]?.from ?? end;
  const x = (time: number): number => round((width * (time - start)) / Math.max(1, end - start));
  const y = (value: bigint): number =>
    round(height * (1 - Number(value - lowest) / Math.max(1, Number(highest - lowest))));
  const line = steps
    .map(({ from, balance }, i) => (i === 0 ? `M0 ${y(balance)}` : `H${x(from)}V${y(balance)}`))
    .join('')
    .concat(`H${width}`);
  const zero = y(0n);
  return { line, area: `${line}V${zero}H0Z`, zero, highest };
}
const round = (n: number): number => Math.round(n * 10) / 10;
