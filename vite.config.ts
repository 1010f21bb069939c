import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { changesFile } from './scripts/tools/build/changes.mjs';
import { ownFrameAncestors } from './scripts/tools/build/frame-ancestors.mjs';
import { inlineIcon } from './scripts/tools/build/icon.mjs';
import { largestScriptFirst } from './scripts/tools/build/preload-order.mjs';
import { securityPolicy } from './scripts/tools/build/security-policy.mjs';
import { precachedServiceWorker } from './scripts/tools/build/sw-precache.mjs';
import { texts } from './scripts/tools/texts/plugin.mjs';

/**
 * One build for page and workers. `base: './'` so that the app runs from any folder of a site. The offline edition has a
 * build of its own: scripts/tools/build/offline-page.mjs.
 */
export default defineConfig({
  base: './',
  define: { __OFFLINE__: 'false' },
  plugins: [
    ...(process.env['VITEST'] ? [] : [texts()]),
    svelte(),
    securityPolicy(ownFrameAncestors()),
    inlineIcon(),
    largestScriptFirst(),
    changesFile(),
    precachedServiceWorker(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: true,
    modulePreload: { polyfill: false },
    // connect.html: the wallet's window for sites. frame.html: public methods inside pages of sites.
    rolldownOptions: {
      input: ['index.html', 'connect.html', 'frame.html'],
      // The first screen with all that it imports is one file: over a slow link each further file costs a round trip.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'page',
              test: /[\\/]src[\\/]ui[\\/](?:app[\\/]mount\.ts|features[\\/]open[\\/]Start\.svelte)$/,
            },
          ],
        },
      },
    },
  },
  test: {
    // A busy computer may need longer than the second that Vitest gives by default.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/{unit,vectors,property,rpc,contract,modules}/**/*.test.ts'],
          testTimeout: 60_000,
          maxWorkers: '100%',
          isolate: false,
          setupFiles: 'tests/support/fresh.ts',
          // Published as modules without saying so: only a bundler reads it, which is what the page has.
          server: { deps: { inline: ['@gandlaf21/bc-ur'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'parity',
          environment: 'node',
          include: ['tests/parity/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          // Each file has its own chain and ports. One file more than cores: a file often only waits for answers.
          maxWorkers: 3,
          // The files of a worker share modules: loading them took a second or two for each file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          environment: 'node',
          include: ['tests/engines/**/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'chaos',
          environment: 'node',
          include: ['tests/chaos/**/*.test.ts'],
          fileParallelism: false,
        },
      },
    ],
  },
});
