/** Builds and serves the page with the fake worker, with the headers of the app. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { serveFolder } from '../../../scripts/tools/app/serve.mjs';

/**
 * @param {string} outDir Built only if it does not exist, unless `again`.
 * @param {{ readonly again?: boolean }} [options]
 */
export async function serveScreens(outDir, { again = false } = {}) {
  if (again || !existsSync(outDir))
    await build({
      configFile: join(import.meta.dirname, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
    });
  /** @type {Record<string, unknown>} */
  const extra = { '/control': {} };
  return serveFolder({ root: outDir, extra });
}
