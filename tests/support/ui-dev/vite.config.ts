/** Serves or builds the page with a fake worker: `npx vite tests/support/ui-dev`. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { gentlePreload } from '../../../scripts/tools/build/gentle-preload.ts';
import { versionOfBuild } from '../../../scripts/tools/build/version.ts';
import { texts } from '../../../scripts/tools/texts/plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  define: versionOfBuild(),
  plugins: [texts({ pseudo: true }), svelte({ configFile: '../../../svelte.config.js' }), gentlePreload()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
