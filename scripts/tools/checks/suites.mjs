/** The suites of `npm test`, in the order in which they start. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../app/app.mjs';
import { ensureChromium, ensureMonero, projectRoot } from '../setup/setup.mjs';
import { checkScript, checkTool, playwright, sum, vitest } from './runners.mjs';
import { copyTree } from './tree-copy.mjs';

/** @typedef {import('./runners.mjs').Result} Result */
/**
 * `cores` is how many a suite keeps busy (1): parity and e2e wait for programs most of the time, so they run beside what
 * computes. `after`: what has to be over before.
 * @typedef {{ readonly run: () => Promise<Result>, readonly cores?: number, readonly after?: string }} Suite
 */

export const cores = Math.max(2, availableParallelism());

/**
 * The unit suite runs in a copy of the project with nothing beside it, so that no test passes only because of a file that
 * other machines lack. Where there are vectors of others, the tests that were skipped without them run in place.
 */
const unit = async () => {
  const clone = existsSync(join(projectRoot, '.git'));
  if (!clone) console.log('Not a Git clone: the unit suite runs in place.');
  const modules = ['--exclude', 'tests/modules/**'];
  const bare = await vitest('unit', ['run', '--project', 'unit', ...modules, `--maxWorkers=${cores}`], {
    cwd: clone ? copyTree(projectRoot) : projectRoot,
    env: { OSTRO_VECTORS: undefined },
  });
  if (!existsSync(process.env.OSTRO_VECTORS ?? join(projectRoot, '../shared/vectors'))) return bare;
  const readers = await vitest('unit-vectors', [
    ...['related', 'tests/support/vectors.ts', '--run', '--project', 'unit', ...modules],
    ...['--testNamePattern', 'skipped: no (vectors|bench chain)'],
  ]);
  // The pattern skips all other tests.
  const ran = readers.passed + readers.failed;
  return sum({ ...bare, skipped: Math.max(0, bare.skipped - ran) }, { ...readers, skipped: 0 });
};

let built = false;

/** @type {Readonly<Record<string, Suite>>} */
export const suites = {
  build: {
    run: async () => {
      await buildApp();
      built = true;
      return sum(
        { passed: 1, failed: 0, skipped: 0 },
        await checkScript('build/size.mjs'),
        // Builds the SDK as well, against its budget.
        await checkScript('build/check-reproducible.mjs'),
      );
    },
  },
  parity: {
    run: async () =>
      vitest('parity', ['run', '--project', 'parity'], { env: { OSTRO_MONERO: await ensureMonero() } }),
  },
  unit: { cores: cores - 1, run: unit },
  e2e: {
    after: 'build',
    run: async () => {
      const env = { OSTRO_MONERO: await ensureMonero(), OSTRO_CHROMIUM: await ensureChromium() };
      // Uses the build of the previous suite.
      return playwright({ ...env, ...(built ? { OSTRO_BUILT: '1' } : {}) });
    },
  },
  types: {
    run: async () =>
      sum(
        await checkTool('typescript-native/bin/tsc', ['-b']),
        await checkTool('svelte-check/bin/svelte-check', [
          ...['--tsconfig', 'tsconfig.page.json', '--fail-on-warnings'],
        ]),
      ),
  },
  lint: {
    run: async () =>
      sum(
        await checkTool('oxlint/bin/oxlint'),
        // The cache compares contents. Type-aware rules may miss a file whose own text is unchanged; CI uses no cache.
        await checkTool('eslint/bin/eslint.js', [
          ...['src/**/*.svelte', '--cache', '--cache-strategy', 'content'],
          ...['--cache-location', 'node_modules/.cache/ostro/eslint'],
        ]),
      ),
  },
  browser: {
    // The suite serves what it has built itself, below the same folder.
    after: 'build',
    run: async () =>
      vitest('browser', ['run', '--project', 'browser'], { env: { OSTRO_CHROMIUM: await ensureChromium() } }),
  },
  chaos: {
    // The short form; `npm run chaos` is the long one.
    after: 'build',
    run: async () =>
      vitest('chaos', ['run', '--project', 'chaos'], {
        env: { OSTRO_MONERO: await ensureMonero(), OSTRO_CHROMIUM: await ensureChromium() },
      }),
  },
  modules: {
    run: async () =>
      sum(
        await checkTool('dependency-cruiser/bin/dependency-cruise.mjs', [
          ...['src', 'workers', 'tests', '--config', '.dependency-cruiser.mjs'],
        ]),
        await vitest('modules', ['run', '--project', 'unit', 'tests/modules/']),
      ),
  },
  format: { run: () => checkTool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']) },
  unused: { run: () => checkTool('knip/bin/knip.js') },
  gen: {
    run: async () =>
      sum(
        await checkScript('build/gen-registry.mjs', ['--check']),
        await checkScript('texts/gen-texts.mjs', ['--check']),
        await checkScript('build/gen-headers.mjs', ['--check']),
        await checkScript('checks/gen-threats.mjs', ['--check']),
      ),
  },
};
