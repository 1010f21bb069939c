/**
 * Vite plugin: the policy in each page's `<meta>`, the headers of Vite's own servers, and `_headers` beside the built
 * files, the form that static hosts read. The source sees the pages that may show the app in a frame as the constant
 * `__FRAME_ANCESTORS__` (src/frame-ancestors.ts).
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { headersOf, metaPolicyOf, pageOf } from './headers.mjs';
import { headersFile } from './header-texts.mjs';

/** Vite puts styles into the page and reloads it over a socket. */
const inDevelopment = {
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self' http: https: ws:",
};

/**
 * @param {readonly string[]} [ancestors] frame-ancestors.mjs
 * @returns {import('vite').Plugin}
 */
export function securityPolicy(ancestors = []) {
  /** @type {string | undefined} Folder of the build; undefined in development. */
  let built;
  return {
    name: 'ostro-policy',
    config: () => ({ define: { __FRAME_ANCESTORS__: JSON.stringify(ancestors) } }),
    configResolved: ({ root, build, command }) => {
      built = command === 'build' ? resolve(root, build.outDir) : undefined;
    },
    configureServer: ({ middlewares }) => void middlewares.use(sendHeaders(ancestors, inDevelopment)),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(sendHeaders(ancestors)),
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) =>
        html.replace('%POLICY%', metaPolicyOf(pageOf(path), built === undefined ? inDevelopment : {})),
    },
    writeBundle: () => {
      if (built !== undefined) writeFileSync(join(built, '_headers'), headersFile(ancestors));
    },
  };
}

/**
 * Sends the headers of the page that a request names.
 * @param {readonly string[]} ancestors
 * @param {import('./headers.mjs').Policy} [changes]
 * @returns {import('vite').Connect.NextHandleFunction}
 */
const sendHeaders = (ancestors, changes) => (req, res, next) => {
  const path = (req.url ?? '').split(/[?#]/)[0] ?? '';
  for (const [name, value] of Object.entries(headersOf(pageOf(path), changes, ancestors)))
    res.setHeader(name, value);
  next();
};
