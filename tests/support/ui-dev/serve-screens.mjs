/** Builds and serves the page with the fake worker, with the headers of the app. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { storeOnce } from '../../../scripts/tools/app/funded-chain.ts';
import { serveFolder } from '../../../src/server/http/serve-folder.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';

/**
 * @param {string} [outDir] Built only if it does not exist, unless `again`. Without one, all callers share one build of the
 * present sources.
 * @param {{ readonly again?: boolean }} [options]
 */
export async function serveScreens(outDir, { again = false } = {}) {
  if (outDir !== undefined && (again || !existsSync(outDir))) await buildScreens(outDir);
  /** @type {Record<string, unknown>} */
  const extra = { '/control': {} };
  return serveFolder({ root: outDir ?? (await sharedBuild()), extra });
}

const buildScreens = (/** @type {string} */ outDir) =>
  build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });

/** What the page with the fake worker is built from. */
const SOURCES = [
  ...['src', 'tests/support/fake-worker', 'tests/support/fake-authenticator.ts'],
  ...['index.html', 'main.ts', 'vite.config.ts'].map((name) => `tests/support/ui-dev/${name}`),
  ...['scripts/tools/build', 'scripts/tools/texts', 'package-lock.json'],
];

/** The folder of a build of the present sources; built when there is none. */
const sharedBuild = () => {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((source) =>
    statSync(join(projectRoot, source)).isFile()
      ? [source]
      : readdirSync(join(projectRoot, source), { recursive: true, encoding: 'utf8' })
          .sort()
          .map((file) => join(source, file)),
  );
  for (const file of files) {
    const path = join(projectRoot, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path));
  }
  const cache = join(projectRoot, 'node_modules', '.cache', 'ostro', 'screens');
  return storeOnce(cache, `${hash.digest('hex').slice(0, 16)}-screens`, async (folder) => {
    await buildScreens(folder);
  });
};
