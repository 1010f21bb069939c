/**
 * What the server needs before it can start, in a source tree: packages, browser, built app, and the HTTP answers of the app. In
 * the package, package-place.mjs takes the place of this file (scripts/tools/build/package.mjs).
 */
import { ensureBuilt } from '../tools/app/app.mjs';
import { ensureChromium, ensureDependencies } from '../tools/setup/setup.mjs';

/** How this server is started, for its help. */
export const command = 'npm run wallet-rpc --';

/**
 * @typedef {object} Place
 * @property {string} executablePath of Chromium
 * @property {string} dist folder of the built app
 * @property {typeof import('../../src/transport/http-endpoint.ts')} endpoint
 * @property {typeof import('../../src/transport/http-login.ts').createLogin} createLogin
 */

/**
 * Installs and builds what is missing.
 * @returns {Promise<Place>}
 */
export async function prepare() {
  await ensureDependencies();
  const [executablePath, dist] = await Promise.all([ensureChromium(), ensureBuilt()]);
  // Loaded late: before the set-up this package need not be there.
  const { importTypeScript } = await import('../tools/setup/typescript.mjs');
  const endpoint = /** @type {Place['endpoint']} */ (
    await importTypeScript('src/transport/http-endpoint.ts')
  );
  const { createLogin } = /** @type {typeof import('../../src/transport/http-login.ts')} */ (
    await importTypeScript('src/transport/http-login.ts')
  );
  return { executablePath, dist, endpoint, createLogin };
}
