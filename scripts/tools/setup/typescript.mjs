/** Loads TypeScript into Node, which reads it by itself only from version 22 on. Needs the dependencies. */
import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './setup.mjs';

let ready = false;

/**
 * Loads a file with all that it imports; `path` from the project's root. The caller says of what type the module is.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export function importTypeScript(path) {
  if (!ready) {
    ready = true;
    process.setSourceMapsEnabled(true);
    register('./typescript-hooks.mjs', import.meta.url);
  }
  return import(pathToFileURL(resolve(projectRoot, path)).href);
}
