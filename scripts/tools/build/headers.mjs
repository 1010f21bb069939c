/**
 * The policy that the app runs under and the headers that carry it: the small server here sends them with every answer,
 * worker scripts included (a worker obeys the policy of its own script), the build writes them as `_headers`, the form
 * that static hosts read, and Vite's server sends them with what development needs. The page repeats the policy in its
 * `<meta>`, for hosts that send no headers.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** @typedef {Readonly<Record<string, string>>} Policy The directives, by name. */

const directives = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'", // compiles WASM, still refuses eval
  'worker-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'manifest-src': "'self'",
  // The user may choose any node; plain HTTP is allowed for nodes on this machine.
  'connect-src': "'self' https: http://localhost:* http://127.0.0.1:*",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  // ostro: scripts of our own folder (workers/trusted.ts, src/ui/app/trusted.ts). The other policy is Svelte's, for the
  // markup of compiled components. No policy can be made twice, or under another name.
  'trusted-types': 'ostro svelte-trusted-html',
};
const written = (/** @type {Policy} */ policy) =>
  Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/** A `<meta>` cannot forbid framing; and where no header narrows it, nodes of the local network may be plain HTTP. */
const { 'frame-ancestors': _onlyAsHeader, ...inPage } = directives;
/** What stands in the page's own `<meta>`. */
export const metaPolicy = written({ ...inPage, 'connect-src': "'self' http: https:" });
/** Vite puts styles into the page and reloads it over a socket. */
const inDevelopment = {
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self' http: https: ws:",
};

const words = (/** @type {string} */ text) => text.trim().split(/\s+/);
const off = words(`
  accelerometer autoplay browsing-topics clipboard-read display-capture encrypted-media fullscreen gamepad geolocation
  gyroscope hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture serial
  storage-access usb window-management xr-spatial-tracking`);
const own = words(
  'camera publickey-credentials-create publickey-credentials-get clipboard-write screen-wake-lock',
);
const permissionsPolicy = [...off.map((name) => `${name}=()`), ...own.map((name) => `${name}=(self)`)].join(
  ', ',
);

const headersWith = (/** @type {Policy} */ policy) => ({
  'Content-Security-Policy': written(policy),
  'Permissions-Policy': permissionsPolicy,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // Pages of other sites get no handle on the app's window, and cannot load its files into their processes.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
});
export const securityHeaders = headersWith(directives);

/**
 * Vite plugin: the policy in the page, the headers of Vite's own server, and `_headers` beside the built files.
 * @returns {import('vite').Plugin}
 */
export function securityPolicy() {
  /** @type {string | undefined} Folder of the build; undefined in development. */
  let built;
  return {
    name: 'ostro-policy',
    config: () => ({
      server: { headers: headersWith({ ...directives, ...inDevelopment }) },
      preview: { headers: securityHeaders },
    }),
    configResolved: ({ root, build, command }) => {
      built = command === 'build' ? resolve(root, build.outDir) : undefined;
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace('%POLICY%', built === undefined ? written({ ...inPage, ...inDevelopment }) : metaPolicy),
    },
    writeBundle: () => {
      if (built === undefined) return;
      const lines = Object.entries(securityHeaders).map(([name, value]) => `  ${name}: ${value}\n`);
      writeFileSync(join(built, '_headers'), `/*\n${lines.join('')}`);
    },
  };
}
