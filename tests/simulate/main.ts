/** `npm run simulate -- [--seed N] [--days D] [--runs R]`: simulated runs of the engine, each from its seed. */
import { readFlags } from '../../scripts/tools/setup/flags.mjs';
import { prepare, simulate } from './simulate.ts';

const { seed, days, runs } = readFlags(
  'npm run simulate -- [--seed N] [--days D] [--runs R]',
  { options: { seed: { type: 'string' }, days: { type: 'string' }, runs: { type: 'string' } } },
  ({ values }) => ({
    seed: Number(values.seed ?? 1),
    days: Number(values.days ?? 20),
    runs: Number(values.runs ?? 1),
  }),
);

await prepare();
let failed = 0;
for (let i = 0; i < runs; i++) {
  const run = await simulate({ seed: String(seed + i), days });
  const { steps, hash, broken, payments, lines } = run;
  console.log(`seed ${seed + i}: ${days} days, ${steps} steps, ${payments} payments, ${hash.slice(0, 16)}`);
  if (!broken) continue;
  failed += 1;
  console.log(lines.slice(-40).join('\n'));
  console.log(`BROKEN on day ${broken.day.toFixed(2)}: ${broken.message}`);
}
console.log(`${runs - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
