/** Loads a TypeScript file of `src` into Node, for programs that share it with the app. Needs the dependencies. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
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
