/** What the server needs before it can start, in the package `ostro-wallet-rpc`: the app lies beside it, built. */
import { join } from 'node:path';
import * as endpoint from '../../src/transport/http-endpoint.ts';
import { createLogin } from '../../src/transport/http-login.ts';
import { findChromium, SetupError } from '../tools/setup/setup.mjs';

/** How this server is started, for its help. */
export const command = 'ostro-wallet-rpc';

/**
 * Installs nothing. Throws SetupError without a browser.
 * @returns {Promise<import('./place.mjs').Place>}
 */
export function prepare() {
  const executablePath = findChromium();
  return executablePath === undefined
    ? Promise.reject(
        new SetupError('No Chromium found. Install Chromium or Chrome, or name it in OSTRO_CHROMIUM.'),
      )
    : Promise.resolve({ executablePath, dist: join(import.meta.dirname, 'app'), endpoint, createLogin });
}
