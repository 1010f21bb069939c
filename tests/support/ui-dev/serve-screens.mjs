/** Builds and serves the page with the fake worker, with the headers of the app. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { serveFolder } from '../../../src/server/http/serve-folder.ts';
import { sharedBuild } from '../shared-build.ts';

/**
 * @param {string} [outDir] Built only if it does not exist, unless `again`. Without one, all callers share one build of the
 * present sources.
 * @param {{ readonly again?: boolean }} [options]
 */
export async function serveScreens(outDir, { again = false } = {}) {
  if (outDir !== undefined && (again || !existsSync(outDir))) await buildScreens(outDir);
  /** @type {Record<string, unknown>} */
  const extra = { '/control': {} };
  return serveFolder({ root: outDir ?? (await sharedBuild('screens', SOURCES, buildScreens)), extra });
}

const buildScreens = async (/** @type {string} */ outDir) => {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
};

/** What the page with the fake worker is built from. */
const SOURCES = [
  ...['src', 'tests/support/fake-worker', 'tests/support/fake-authenticator.ts'],
  ...['index.html', 'main.ts', 'parts.ts', 'Parts.svelte', 'vite.config.ts'].map(
    (name) => `tests/support/ui-dev/${name}`,
  ),
  ...['scripts/tools/build', 'scripts/tools/texts', 'package-lock.json'],
];
