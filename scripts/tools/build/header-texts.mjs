/** The headers of all pages as texts for the configuration of hosts. */
import { headersOf } from './headers.mjs';

/** @typedef {import('./headers.mjs').Page} Page */

/** The pages whose headers are not those of index.html. @type {readonly Page[]} */
const otherPages = ['connect', 'frame'];

/**
 * `_headers` of Netlify and Cloudflare Pages. Both apply the rules of all matching paths. Cloudflare Pages joins the
 * values of a header, unless a line `! Name` removes the value before; Netlify takes the last one and skips such lines.
 */
export function headersFile() {
  const everywhere = headersOf('index');
  const rules = otherPages.flatMap((page) => {
    const own = differing(page);
    const lines = [...own.map(([name]) => `! ${name}`), ...own.map(written)];
    return [`/${page}.html`, `/${page}`].map((path) => rule(path, lines));
  });
  return [rule('/*', Object.entries(everywhere).map(written)), ...rules].join('');
}

/** The headers of a page whose values differ from those of index.html. */
const differing = (/** @type {Page} */ page) => {
  const everywhere = new Map(Object.entries(headersOf('index')));
  return Object.entries(headersOf(page)).filter(([name, value]) => everywhere.get(name) !== value);
};

const written = (/** @type {readonly [string, string]} */ [name, value]) => `${name}: ${value}`;
const rule = (/** @type {string} */ path, /** @type {readonly string[]} */ lines) =>
  `${path}\n${lines.map((line) => `  ${line}\n`).join('')}`;
