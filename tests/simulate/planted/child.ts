/**
 * A process with one planted bug: `child.ts INDEX FIRST LAST DAYS` runs these seeds, the likely ones first, until an invariant breaks,
 * and prints what broke as JSON.
 */
import { register } from 'node:module';
import { PLANTED } from './table.ts';

const [index, first, last, days] = process.argv.slice(2).map(Number) as [number, number, number, number];
register('./hooks.mjs', import.meta.url, { data: PLANTED[index] });
const { prepare, simulate } = await import('../simulate.ts');
const { planOf } = await import('../plan.ts');
const { seedsFor } = await import('./seeds.ts');

const report = (seed: number, invariant: string, message: string): never => {
  console.log(JSON.stringify({ seed, invariant, message }));
  process.exit(0);
};
await prepare();
for (const seed of seedsFor(PLANTED[index]!, first, last, days)) {
  // A bug may show outside of any call that waits for it.
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => {
    report(seed, 'bug', String(error));
  });
  try {
    const { broken } = await simulate(planOf(String(seed), days));
    if (broken) report(seed, broken.invariant, broken.message);
  } catch (error) {
    report(seed, 'simulator', String((error as Error).stack));
  }
}
console.log('{}');
process.exit(0);
