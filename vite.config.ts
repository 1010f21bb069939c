import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { changesFile } from './scripts/tools/build/changes.ts';
import { PAGE_CHUNKS, WORKER_CHUNKS } from './scripts/tools/build/chunks.ts';
import { folderOfBuild, provesInBuild, rulesOfBuild } from './scripts/tools/build/experiment.ts';
import { firstScreen } from './scripts/tools/build/first-screen.ts';
import { ownFrameAncestors } from './scripts/tools/build/frame-ancestors.ts';
import { inlineIcon } from './scripts/tools/build/icon.ts';
import { gentlePreload } from './scripts/tools/build/gentle-preload.ts';
import { preloadOrder } from './scripts/tools/build/preload-order.ts';
import { securityPolicy } from './scripts/tools/build/security-policy.ts';
import { releaseKeysOfBuild } from './scripts/tools/build/release-keys.ts';
import { precachedServiceWorker } from './scripts/tools/build/sw-precache.ts';
import { versionOfBuild } from './scripts/tools/build/version.ts';
import { texts } from './scripts/tools/texts/plugin.ts';
import { withoutUnusedChunks } from './scripts/tools/build/unused-chunks.ts';

/**
 * One build for page and workers. `base: './'` so that the app runs from any folder of a site. The offline edition has a
 * build of its own: scripts/tools/build/offline-page.ts.
 */
export default defineConfig({
  base: './',
  define: {
    __OFFLINE__: 'false',
    __RULES__: rulesOfBuild(process.env),
    __PROVES__: provesInBuild(process.env),
    ...releaseKeysOfBuild(),
    ...versionOfBuild(),
  },
  // Rolldown puts files in order by their paths: a copy of the project that links to node_modules would have another order.
  resolve: { preserveSymlinks: true },
  plugins: [
    texts(),
    svelte(),
    securityPolicy(ownFrameAncestors()),
    inlineIcon(),
    firstScreen(),
    preloadOrder(),
    gentlePreload(),
    changesFile(),
    withoutUnusedChunks(),
    precachedServiceWorker(),
  ],
  worker: {
    format: 'es',
    plugins: () => [withoutUnusedChunks()],
    rolldownOptions: { output: { codeSplitting: WORKER_CHUNKS } },
  },
  build: {
    target: 'es2022',
    outDir: folderOfBuild(process.env),
    assetsInlineLimit: 0,
    sourcemap: true,
    modulePreload: { polyfill: false },
    // connect.html: the wallet's window for sites. frame.html: public methods inside pages of sites.
    rolldownOptions: {
      input: ['index.html', 'connect.html', 'frame.html'],
      output: { codeSplitting: PAGE_CHUNKS },
    },
  },
});
