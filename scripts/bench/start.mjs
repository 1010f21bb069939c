/** Everything the suites need, started once: the chain's daemon, the site, the subjects, the yardsticks. */
import { join } from 'node:path';
import { messageOf } from '../tools/setup/errors.mjs';
import { run } from '../tools/setup/process.mjs';
import { startChain } from './chain.mjs';
import { startKernelBench } from './kernel.mjs';
import { findLibsodium } from './libsodium.mjs';
import { createMoneroTs } from './monero-ts.mjs';
import { createNative } from './native.mjs';
import { createOstro } from './ostro.mjs';
import { startSite } from './site.mjs';

/**
 * @typedef {object} StartOptions
 * @property {string} executablePath of Chromium
 * @property {string} bin Folder of Monero's programs.
 * @property {readonly string[]} wanted The suites.
 * @property {readonly string[]} cases
 * @property {readonly string[]} only The subjects.
 * @property {import('./chain.mjs').Say} say
 */

/**
 * `stop` ends everything that was started, the last first.
 * @param {StartOptions} options
 */
export async function startAll({ executablePath, bin, wanted, cases, only, say }) {
  /** @type {(() => Promise<void>)[]} */
  const stops = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse())
      await each().catch((/** @type {unknown} */ error) => say(messageOf(error)));
  };
  try {
    const chain = await startChain({ bin, say });
    stops.push(chain.stop);
    say('Building the app…');
    const site = await startSite();
    stops.push(site.stop);
    const daemonUrl = chain.url;

    const peer = only.includes('monero_ts')
      ? present('monero-ts', await createMoneroTs({ executablePath, daemonUrl }), say)
      : undefined;
    if (peer) stops.push(peer.stop);
    const subjects = [
      ...(only.includes('ostro') ? [createOstro({ executablePath, site, daemonUrl })] : []),
      ...(only.includes('native') ? [createNative({ bin, daemonUrl })] : []),
      ...(peer ? [peer] : []),
    ];

    const asksKernel = cases.length === 0 || cases.some((name) => name.startsWith('kernel-'));
    const kernel =
      only.includes('ostro') && wanted.includes('scan') && asksKernel
        ? await startKernelBench({ executablePath, site })
        : undefined;
    if (kernel) stops.push(kernel.close);
    const libsodium = kernel && present('libsodium', await findLibsodium(), say);

    const versions = {
      chromium: await versionOf(executablePath),
      monero: await versionOf(join(bin, 'monerod')),
      ...(peer && { monero_ts: peer.version }),
      ...(libsodium && { libsodium: libsodium.name }),
    };
    return { chain, site, subjects, kernel: kernel?.measure, libsodium, versions, executablePath, bin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Answers `found`; if it is missing, prints the reason with `say` and answers undefined.
 * @template T
 * @param {string} name
 * @param {T | import('./libsodium.mjs').Missing} found
 * @param {import('./chain.mjs').Say} say
 * @returns {T | undefined}
 */
const present = (name, found, say) => {
  if (!isMissing(found)) return found;
  say(`Without ${name}: ${found.missing}`);
  return undefined;
};

/**
 * @param {unknown} found
 * @returns {found is import('./libsodium.mjs').Missing}
 */
const isMissing = (found) => typeof found === 'object' && found !== null && 'missing' in found;

const versionOf = async (/** @type {string} */ program) =>
  (await run(program, ['--version'], { quiet: true, timeout: 30_000 })).output.trim().split('\n').at(-1);
