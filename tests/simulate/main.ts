/** `npm run simulate -- [--seed N] [--days D] [--runs R]`: simulated runs of the engine, each from its seed. */
import { readFlags } from '../../scripts/tools/setup/flags.mjs';
import { planOf } from './plan.ts';
import { prepare, simulate } from './simulate.ts';
import { DAY } from './time.ts';

const { seed, days, runs, trace } = readFlags(
  'npm run simulate -- [--seed N] [--days D] [--runs R] [--trace]',
  {
    options: {
      seed: { type: 'string' },
      days: { type: 'string' },
      runs: { type: 'string' },
      trace: { type: 'boolean' },
    },
  },
  ({ values }) => ({
    seed: Number(values.seed ?? 1),
    days: Number(values.days ?? 20),
    runs: Number(values.runs ?? 1),
    trace: values.trace ? (line: string) => console.log(line) : undefined,
  }),
);

await prepare();
let failed = 0;
for (let i = 0; i < runs; i++) {
  const { events, hash, broken, payments, lines } = await simulate(planOf(String(seed + i), days), trace);
  console.log(`seed ${seed + i}: ${days} days, ${events} events, ${payments} payments, ${hash.slice(0, 16)}`);
  if (!broken) continue;
  failed += 1;
  console.log(lines.slice(-40).join('\n'));
  console.log(`BROKEN on day ${(broken.at / DAY).toFixed(2)}: ${broken.message}`);
}
console.log(`${runs - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
