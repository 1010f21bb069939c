/**
 * Vite plugin: the policy in each page's `<meta>`, the headers of Vite's own servers, and `_headers` beside the built
 * files, the form that static hosts read. The source sees the pages that may show the app in a frame as the constant
 * `__FRAME_ANCESTORS__` (src/entries/frame-ancestors.ts).
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { headersOf, metaPolicyOf, pageOf, type PagePolicy } from '../../../src/server/http/headers.ts';
import { headersFile } from './header-texts.ts';
import type { Plugin } from 'vite';

/** Vite puts styles into the page and reloads it over a socket. */
const inDevelopment = {
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self' http: https: ws:",
};

/** `ancestors`: frame-ancestors.ts */
export function securityPolicy(ancestors: readonly string[] = []): Plugin {
  /** Folder of the build; undefined in development. */
  let built: string | undefined;
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

/** Sends the headers of the page that a request names. */
const sendHeaders =
  (ancestors: readonly string[], changes?: PagePolicy): import('vite').Connect.NextHandleFunction =>
  (req, res, next) => {
    const path = (req.url ?? '').split(/[?#]/)[0] ?? '';
    for (const [name, value] of Object.entries(headersOf(pageOf(path), changes, ancestors)))
      res.setHeader(name, value);
    next();
  };
