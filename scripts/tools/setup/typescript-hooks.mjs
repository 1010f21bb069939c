/** Hooks of Node's module loader (typescript.mjs): a file that ends with .ts is loaded without its types. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'rolldown/utils';

/** Node 20 does not read `using`; the transform replaces it with calls of this module. */
const USING = '@oxc-project/runtime/helpers/usingCtx';

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  return next(specifier === USING ? new URL('./using.mjs', import.meta.url).href : specifier, context);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const options = { target: 'es2022', sourcemap: true };
  const { code, map, errors } = await transform(path, await readFile(path, 'utf8'), options);
  const [error] = errors;
  if (error) throw new SyntaxError(`${path}: ${error.message}`);
  const data = Buffer.from(JSON.stringify(map)).toString('base64');
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${data}\n`;
  return { format: 'module', shortCircuit: true, source };
}
