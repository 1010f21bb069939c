#!/usr/bin/env node
/**
 * `npm run chaos [-- kills|keyed|multisig|paper|hostile-node|senders|refresh-play|sites|soak …]`: the long form of tests/chaos: hundreds
 * of SIGKILLs of page and wallet server, thousands of changed answers of the node, hundreds of payments at once and of
 * random steps beside monero-wallet-rpc, an hour of hostile sites (OSTRO_CHAOS_MINUTES), twenty minutes at work. `npm test` runs a short form.
 * Repeat a run with OSTRO_CHAOS_SEED, which each run prints.
 */
import { join } from 'node:path';
import { ensureBuilt } from '../app/app.mjs';
import { run } from '../setup/process.mjs';
import {
  ensureChromium,
  ensureDependencies,
  ensureMonero,
  projectRoot,
  SetupError,
} from '../setup/setup.mjs';

try {
  await ensureDependencies();
  const env = {
    ...process.env,
    OSTRO_CHAOS: 'long',
    OSTRO_CHROMIUM: await ensureChromium(),
    OSTRO_MONERO: await ensureMonero(),
    OSTRO_DIST: await ensureBuilt(),
  };
  const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const files = process.argv.slice(2).map((name) => `tests/chaos/${name}.test.ts`);
  const args = [vitest, 'run', '--project', 'chaos', '--reporter=verbose', ...files];
  const { code } = await run(process.execPath, args, { cwd: projectRoot, env });
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
