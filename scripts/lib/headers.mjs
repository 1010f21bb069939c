/**
 * The headers that the app is served with, wherever it is served: the small server here uses them for every answer,
 * worker scripts included (a worker obeys the policy of its own script), and the build writes them as `_headers`,
 * the form that static hosts read.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'", // compiles WASM, still refuses eval
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "manifest-src 'self'",
  // Which node the user chooses is not known beforehand; plain HTTP is left for nodes on this machine.
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const words = (text) => text.trim().split(/\s+/);
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

export const securityHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Permissions-Policy': permissionsPolicy,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Vite plugin: writes `_headers` beside the built files. */
export const headersFile = () => {
  let outDir = '';
  return {
    name: 'ostro-headers',
    apply: 'build',
    configResolved: (config) => void (outDir = resolve(config.root, config.build.outDir)),
    writeBundle: () => {
      const lines = Object.entries(securityHeaders).map(([name, value]) => `  ${name}: ${value}\n`);
      writeFileSync(join(outDir, '_headers'), `/*\n${lines.join('')}`);
    },
  };
};
