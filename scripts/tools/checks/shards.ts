/** Parts of `npm run test:all` that take about the same time, and the part that a commit runs. */

import type { FileReport } from './file-report.ts';

/** The seconds of units that were seen green, by name. */
export type Seconds = Readonly<Record<string, number>>;

/** Seconds of a unit (a test file or a checker) that was never measured. */
const unmeasured = (unit: string): number => (unit.startsWith('tests/long/') ? 60 : 2);

/** Part `number` of `count`, both from 1. */
export interface Shard {
  readonly number: number;
  readonly count: number;
}

/** `3/12`, as the flag `--shard` has it; undefined for everything else. */
export function parseShard(text: string): Shard | undefined {
  const [, number = 0, count = 0] = (/^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text) ?? []).map(Number);
  return number >= 1 && number <= count ? { number, count } : undefined;
}

/**
 * Divides `units` into `count` parts: the longest first, each into the part that has least. The table of seconds alone
 * decides where a measured unit is, so that a new file moves no other one.
 */
export function divide(
  units: readonly string[],
  seconds: Seconds,
  count: number,
): readonly (readonly string[])[] {
  const parts = Array.from({ length: count }, () => ({ sum: 0, units: [] as string[] }));
  const put = (unit: string, time: number) => {
    const least = parts.reduce((best, part) => (part.sum < best.sum ? part : best));
    least.sum += time;
    least.units.push(unit);
  };
  const byName = (a: string, b: string) => (a < b ? -1 : 1);
  const measured = Object.entries(seconds).sort(([a, x], [b, y]) => y - x || byName(a, b));
  for (const [unit, time] of measured) put(unit, time);
  for (const unit of units.filter((name) => !(name in seconds)).sort(byName)) put(unit, unmeasured(unit));
  return parts.map((part) => part.units.filter((unit) => units.includes(unit)));
}

/** The units of these names. Throws if there is none of a name. */
export function unitsNamed(names: readonly string[], units: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !units.includes(name));
  if (unknown !== undefined) throw new Error(`There is no test file or checker ${unknown}.`);
  return units.filter((unit) => names.includes(unit));
}

/**
 * The table with the seconds of the files of a run that were green. Others keep theirs: a red file may have ended early, or
 * waited for what never came.
 */
export function withSeconds(table: Seconds, files: readonly FileReport[]): Seconds {
  const green = files.filter(({ tests }) => tests.every(({ status }) => status !== 'failed'));
  return { ...table, ...Object.fromEntries(green.map(({ where, seconds }) => [where, Math.ceil(seconds)])) };
}

/** Returns the units that `quick` (`npm test`) does not run. `counted`: those that passed before, so that a failure says something of the change. */
export function onlyLong(
  units: readonly string[],
  quick: readonly string[],
  seconds: Seconds,
): { readonly counted: readonly string[]; readonly unseen: readonly string[] } {
  const long = units.filter((unit) => !quick.includes(unit));
  return {
    counted: long.filter((unit) => unit in seconds),
    unseen: long.filter((unit) => !(unit in seconds)),
  };
}

/** The units of one part. */
export function unitsOfShard(
  { number, count }: Shard,
  units: readonly string[],
  seconds: Seconds,
): readonly string[] {
  return divide(units, seconds, count)[number - 1] ?? [];
}

/**
 * The part that a commit runs: `commits` are those that lead to it, so that successive commits run all parts in turn.
 * Where the history is cut off the hash of the commit chooses; without a history it is the first part.
 */
export function shardOfCommit(
  { commits, hash }: { readonly commits?: number; readonly hash?: string },
  count: number,
): Shard {
  const choice = commits ?? Number.parseInt(hash?.slice(0, 8) ?? '0', 16);
  return { number: (choice % count) + 1, count };
}
