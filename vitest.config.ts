import { svelte } from '@sveltejs/vite-plugin-svelte';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { FOLDERS, VITEST } from './scripts/tools/checks/suite-folders.ts';
import { limit } from './tests/support/tier.ts';

/** A suite of `npm test`, and its long tests (tests/long), which only `npm run test:all` runs. */
const suite = (name: string, folders: readonly string[], test: TestProjectInlineConfiguration['test']) =>
  [
    { name, roots: folders.map((folder) => `tests/${folder}`) },
    { name: `long-${name}`, roots: folders.map((folder) => `tests/long/${folder}`) },
  ].map(({ name: project, roots }): TestProjectInlineConfiguration => ({
    extends: true,
    test: {
      name: project,
      environment: 'node',
      include: roots.map((root) => `${root}/**/*.test.ts`),
      ...test,
    },
  }));

const seeded = { setupFiles: 'tests/support/seeded.ts' };
const SETTINGS: Readonly<Record<(typeof VITEST)[number], TestProjectInlineConfiguration['test']>> = {
  // Tests of our code alone, many files to a process.
  unit: { setupFiles: 'tests/support/fresh.ts' },
  // A simulated run has classes of IndexedDB of its own; the library idb keeps the first ones that its process has shown it.
  // Its garbage is young and its code runs once or often: these flags save a fifth of its time.
  simulate: {
    ...seeded,
    isolate: true,
    execArgv: [
      '--max-semi-space-size=32',
      '--single-threaded-gc',
      '--always-sparkplug',
      '--interrupt-budget=1000000',
    ],
  },
  others: { setupFiles: 'tests/support/fresh.ts' },
  browser: seeded,
  parity: seeded,
  chaos: { ...seeded, testTimeout: limit(120) },
  // Node 20 has WebSocket only with this flag.
  engines: { ...seeded, execArgv: ['--experimental-websocket'] },
};

/** Tests run on the sources; those in a browser build the app themselves, with vite.config.ts. */
export default defineConfig({
  define: { __OFFLINE__: 'false', __VERSION__: '"0.0.0"' },
  plugins: [svelte()],
  test: {
    // Time limits only detect tests that hang.
    expect: { poll: { timeout: limit(2) } },
    testTimeout: limit(5),
    hookTimeout: limit(5),
    // All suites share one pool: more workers than cores make nothing faster and every wait longer.
    maxWorkers: availableParallelism(),
    passWithNoTests: true,
    // The files of a worker share modules: loading them took seconds for each file.
    isolate: false,
    projects: VITEST.flatMap((name) => suite(name, FOLDERS[name], SETTINGS[name])),
  },
});
