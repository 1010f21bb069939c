/**
 * `npm run simulate -- --planted`: each planted bug in a process of its own, and by which invariant and seed it is found.
 * `found.json` has the results, which `--write` renews.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { PLANTED } from './table.ts';

export interface Search {
  readonly first: number;
  readonly last: number;
  readonly days: number;
  /** Only bugs whose names contain it. */
  readonly only: string;
}
interface Outcome {
  readonly seed?: number;
  readonly invariant?: string;
  readonly message?: string;
}
/** The seed whose plan of so many days shows a planted bug. */
export interface Found {
  readonly invariant: string;
  readonly seed: number;
  readonly days: number;
}

const run = promisify(execFile);
const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** By the bug's name. */
export function readFound(): Readonly<Record<string, Found>> {
  return JSON.parse(readFileSync(path('found.json'), 'utf8')) as Readonly<Record<string, Found>>;
}

/** Runs seeds with one bug until it is found. */
export async function findOne(name: string, { first, last, days }: Omit<Search, 'only'>): Promise<Outcome> {
  const index = PLANTED.findIndex((bug) => bug.name === name);
  const args = [index, first, last, days].map(String);
  const { stdout } = await run(process.execPath, [
    path('../../../scripts/run.mjs'),
    path('child.ts'),
    ...args,
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Outcome;
}

/** The number of bugs that no seed finds. `write`: the found ones into the table. */
export async function findPlanted({ only, ...search }: Search, write: boolean): Promise<number> {
  const left = PLANTED.map(({ name }) => name).filter((name) => name.includes(only));
  const count = left.length;
  const found = { ...readFound() };
  let missed = 0;
  const next = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const { seed, invariant, message = '' } = await findOne(name, search);
      if (seed === undefined || invariant === undefined) missed += 1;
      else found[name] = { invariant, seed, days: search.days };
      console.log(
        `${name} | ${invariant ?? 'not found'} | ${seed ?? ''} | ${message.split('\n')[0]!.slice(0, 100)}`,
      );
      if (write) writeTable(found);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  console.log(`${count - missed} of ${count} planted bugs are found`);
  return missed;
}

/** In the order of the bugs. */
const writeTable = (found: Readonly<Record<string, Found>>): void => {
  const rows = PLANTED.flatMap(({ name }) => (found[name] ? [[name, found[name]] as const] : []));
  writeFileSync(
    path('found.json'),
    `{\n${rows.map(([name, row]) => `  ${JSON.stringify(name)}: ${spaced(row)}`).join(',\n')}\n}\n`,
  );
};
const spaced = ({ invariant, seed, days }: Found): string =>
  `{ "invariant": ${JSON.stringify(invariant)}, "seed": ${seed}, "days": ${days} }`;
