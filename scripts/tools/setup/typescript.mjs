/** Loads a TypeScript file of `src` into Node, for programs that share it with the app. Needs the dependencies. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerImport, transformWithOxc } from 'vite';
import { projectRoot } from './setup.mjs';

/**
 * `path` from the project's root. The file may import types only: what it imports at run time is not found. The caller
 * says of what type the module is.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export async function importTypeScript(path) {
  const { code } = await transformWithOxc(await readFile(join(projectRoot, path), 'utf8'), path, {
    sourcemap: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

/**
 * The same with all that the file imports, run by Vite.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export async function runTypeScript(path) {
  /** @type {{ readonly module: unknown }} */
  const loaded = await runnerImport(join(projectRoot, path), {
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    // Node's own reader does not know `using` yet.
    oxc: { target: 'es2022' },
  });
  return loaded.module;
}
