/** `npm run simulate -- --planted`: each planted bug in a process of its own, and by which invariant and seed it is found. */
import { execFile } from 'node:child_process';
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
interface Found {
  readonly seed?: number;
  readonly invariant?: string;
  readonly message?: string;
}
const run = promisify(execFile);
const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The number of bugs that no seed finds. */
export async function findPlanted({ first, last, days, only }: Search): Promise<number> {
  const left = PLANTED.map((bug, index) => ({ bug, index })).filter(({ bug }) => bug.name.includes(only));
  const count = left.length;
  let missed = 0;
  const next = async (): Promise<void> => {
    for (let each = left.shift(); each; each = left.shift()) {
      const args = [each.index, first, last, days].map(String);
      const { stdout } = await run(process.execPath, [
        path('../../../scripts/run.mjs'),
        path('child.ts'),
        ...args,
      ]);
      const { seed, invariant, message = '' } = JSON.parse(stdout.trim().split('\n').at(-1)!) as Found;
      if (seed === undefined) missed += 1;
      console.log(
        `${each.bug.name} | ${invariant ?? 'not found'} | ${seed ?? ''} | ${message.split('\n')[0]!.slice(0, 100)}`,
      );
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  console.log(`${count - missed} of ${count} planted bugs are found`);
  return missed;
}
