/** A loader of modules that plants one bug: it changes a file's text in memory, before its types are removed. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'rolldown/utils';

/** @type {{ file: string, search: string, replace: string }} */
let bug;
/** @param {typeof bug} planted */
export function initialize(planted) {
  bug = planted;
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith(bug.file)) return next(url, context);
  const path = fileURLToPath(url);
  const text = await readFile(path, 'utf8');
  if (text.split(bug.search).length !== 2)
    throw new Error(`${bug.file}: the place of the planted bug is not unique`);
  const changed = text.replace(bug.search, () => bug.replace);
  const { code, errors } = await transform(path, changed, { target: 'es2022' });
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`);
  return { format: 'module', shortCircuit: true, source: code };
}
