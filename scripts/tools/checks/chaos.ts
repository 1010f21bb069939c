#!/usr/bin/env node
/**
 * `npm run chaos [-- kills|keyed|fleet|multisig|paper|hostile-node|senders|refresh-play|sites|soak …]`: tests/long/chaos with its
 * largest sizes, hours of it (tests/chaos/sizes.ts); `npm run test:all` takes minutes. Repeat a run with OSTRO_SEED, which
 * each run prints.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { ensureBuilt } from '../app/app.ts';
import { run } from '../setup/process.mjs';
import { ensureChromium, ensureMonero, projectRoot } from '../setup/setup.mjs';
import { SetupError } from '../../../src/server/errors.mjs';

try {
  await ensureChromium();
  const seed = process.env.OSTRO_SEED ?? String(randomInt(2 ** 31));
  console.log(`Random choices begin with OSTRO_SEED=${seed}.`);
  const env = {
    ...process.env,
    OSTRO_CHAOS: 'full',
    OSTRO_TESTS: 'all',
    OSTRO_SEED: seed,
    OSTRO_MONERO: await ensureMonero(),
    OSTRO_DIST: await ensureBuilt(),
  };
  const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const files = process.argv.slice(2).map((name) => `tests/long/chaos/${name}.test.ts`);
  const args = [vitest, 'run', '--project', 'long-chaos', '--reporter=verbose', ...files];
  const { code } = await run(process.execPath, args, { cwd: projectRoot, env });
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
