/**
 * `npm run simulate`: simulated runs of the engine, each from its seed. A failing run is cut down and printed as steps; its
 * plan is written to a file, which `--plan` runs again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from '../../scripts/tools/setup/flags.mjs';
import { planOf, type Plan } from './plan.ts';
import { findPlanted } from './planted/run.ts';
import { shrink, textOf } from './shrink.ts';
import { prepare, simulate } from './simulate.ts';

const text = { type: 'string' } as const;
const on = { type: 'boolean' } as const;
const flags = readFlags(
  'npm run simulate -- [--seed N] [--days D] [--runs R] [--plan FILE] [--trace] [--whole] | --planted [--only TEXT] [--write]',
  {
    options: {
      ...{ seed: text, days: text, runs: text, plan: text, only: text },
      ...{ trace: on, whole: on, planted: on, write: on },
    },
  },
  ({ values }) => ({
    ...values,
    seed: Number(values.seed ?? 1),
    days: Number(values.days ?? (values.planted ? 8 : 20)),
    runs: Number(values.runs ?? (values.planted ? 1000 : 1)),
  }),
);
const { seed, days, runs } = flags;
const first = seed;
const last = seed + runs - 1;

if (flags.planted) {
  const missed = await findPlanted({ first, last, days, only: flags.only ?? '' }, flags.write ?? false);
  process.exitCode = missed > 0 ? 1 : 0;
} else {
  await prepare();
  const kept = flags.plan ? (JSON.parse(readFileSync(flags.plan, 'utf8')) as Plan) : undefined;
  const count = kept ? 1 : runs;
  let failed = 0;
  for (let i = 0; i < count; i++) {
    const plan = kept ?? planOf(String(seed + i), days);
    const run = await simulate(plan, flags.trace ? (line) => console.log(line) : undefined);
    const { events, payments, hash, broken } = run;
    console.log(
      `seed ${plan.seed}: ${plan.days} days, ${events} events, ${payments} payments, ${hash.slice(0, 16)}`,
    );
    if (!broken) continue;
    failed += 1;
    console.log(`BROKEN: ${broken.message}`);
    if (flags.whole || flags.trace) continue;
    const shortest = await shrink(run);
    const file = join(process.cwd(), `simulated-${plan.seed}.json`);
    writeFileSync(file, `${JSON.stringify(shortest.plan, undefined, 1)}\n`);
    console.log(`${textOf(shortest)}\nRepeat it: npm run simulate -- --plan ${file}`);
  }
  console.log(`${count - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
