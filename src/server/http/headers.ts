/**
 * The headers of each page of the app, and the policy that each page repeats in its `<meta>`, for hosts that send no
 * headers. The small server (`serve-folder.ts`), Vite's servers and the build (`scripts/tools/build/security-policy.ts`) take them from here.
 * Files that are no pages get the headers of index.html: a worker obeys the policy of its own script.
 */

/** The directives, by name. */
export type PagePolicy = Readonly<Record<string, string>>;
/** The values, by name. */
export type Headers = Readonly<Record<string, string>>;
export type Page = 'index' | 'connect' | 'frame';

const directives = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'", // compiles WASM, still refuses eval
  'worker-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'manifest-src': "'self'",
  // The user may choose any node and any source of exchange rates; plain HTTP is allowed for nodes on this machine.
  'connect-src': "'self' https: http://localhost:* http://127.0.0.1:*",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  // default: scripts of our own folder (workers/trusted.ts, src/ui/app/trusted.ts), nothing else. The other policy is
  // Svelte's, for the markup of compiled components. No policy can be made twice, or under another name.
  'trusted-types': 'default svelte-trusted-html',
};
const words = (text: string) => text.trim().split(/\s+/);
const off = words(`
  accelerometer autoplay browsing-topics encrypted-media fullscreen gamepad geolocation
  gyroscope hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture serial
  storage-access usb window-management xr-spatial-tracking`);
const own = words(`
  camera display-capture publickey-credentials-create publickey-credentials-get clipboard-read clipboard-write
  screen-wake-lock`);
const permissionsPolicy = [...off.map((name) => `${name}=()`), ...own.map((name) => `${name}=(self)`)].join(
  ', ',
);

/** The directives and headers in which each page differs from the common ones. */
const differences: Readonly<Record<Page, { readonly policy: PagePolicy; readonly headers: Headers }>> = {
  index: { policy: {}, headers: {} },
  // Sites open this page in a window. With `same-origin` the browser would cut its connection to the site.
  connect: { policy: {}, headers: { 'Cross-Origin-Opener-Policy': 'unsafe-none' } },
  // Sites load this page in a frame. It shows nothing and has no keys and no wallet; its worker asks nodes.
  frame: {
    policy: {
      'style-src': "'none'",
      'font-src': "'none'",
      'img-src': "'none'",
      'manifest-src': "'none'",
      'connect-src': "'self'",
      'frame-ancestors': 'https: http://localhost:* http://*.localhost:* http://127.0.0.1:*',
    },
    headers: {},
  },
};

/** The page that a path names; index for every other file. */
export function pageOf(path: string): Page {
  const name = /(?:^|\/)(connect|frame)\.html$/.exec(path)?.[1];
  return name === 'connect' || name === 'frame' ? name : 'index';
}

/**
 * The headers of a page. `changes` replaces directives: development and the wallet server need other ones. `ancestors`
 * (frame-ancestors.ts) may show the app in a frame, but never connect.html, where the person agrees to payments.
 */
export function headersOf(page: Page, changes: PagePolicy = {}, ancestors: readonly string[] = []) {
  const { policy, headers } = differences[page];
  const framing = page === 'index' && ancestors.length > 0 ? { 'frame-ancestors': ancestors.join(' ') } : {};
  return {
    'Content-Security-Policy': written({ ...directives, ...policy, ...framing, ...changes }),
    'Permissions-Policy': permissionsPolicy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // Pages of other sites get no handle on the app's window, and cannot load its files into their processes.
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...headers,
  };
}

/**
 * The policy in a page's own `<meta>`, which cannot forbid framing. Where no header narrows it, nodes of the local
 * network may be plain HTTP.
 */
export function metaPolicyOf(page: Page, changes: PagePolicy = {}) {
  const { 'frame-ancestors': _onlyAsHeader, ...inPage } = {
    ...directives,
    'connect-src': "'self' http: https:",
    ...differences[page].policy,
    ...changes,
  };
  return written(inPage);
}

/**
 * The policy in the offline edition (offline-page.ts), which is one file: one script and one style sheet, by their hashes.
 * Workers come from blob: addresses, fonts from data: addresses. `connect-src 'none'` refuses every request; workers from
 * blob: addresses inherit the policy.
 * `script`: `sha256-…`
 * `style`: `sha256-…`
 */
export function offlinePolicyOf(script: string, style: string) {
  return metaPolicyOf('index', {
    'script-src': `'${script}' 'wasm-unsafe-eval'`,
    'worker-src': 'blob:',
    'style-src': `'${style}'`,
    'font-src': 'data:',
    'img-src': 'data: blob:',
    'manifest-src': "'none'",
    'connect-src': "'none'",
  });
}

/**
 * The policy of the browser extension's pages and worker, in its manifest (extension-manifest.ts). Nodes of the local network
 * may be plain HTTP.
 */
export function extensionPolicy() {
  return written({ ...directives, 'connect-src': "'self' http: https:", 'manifest-src': "'none'" });
}

const written = (policy: PagePolicy) =>
  Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
