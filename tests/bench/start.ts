/** Everything the suites need, started once: the chain's daemon, the site, the subjects, the yardsticks. */
import { join } from 'node:path';
import { messageOf } from '../../src/server/errors.mjs';
import { run } from '../../scripts/tools/setup/process.mjs';
import { type Say, startChain } from './chain.ts';
import { findLibsodium, type Missing, startKernelBench } from './kernel.ts';
import { createMoneroTs } from './monero-ts.ts';
import { createNative } from './native.ts';
import { createOstro } from './ostro.ts';
import { startSite } from './site.ts';

export interface StartOptions {
  /** Of Chromium. */
  readonly executablePath: string;
  /** Folder of Monero's programs. */
  readonly bin: string;
  /** The suites. */
  readonly wanted: readonly string[];
  readonly cases: readonly string[];
  /** The subjects. */
  readonly only: readonly string[];
  readonly say: Say;
}

/** `stop` ends everything that was started, the last first. */
export async function startAll({ executablePath, bin, wanted, cases, only, say }: StartOptions) {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse())
      await each().catch((error: unknown) => say(messageOf(error)));
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

/** Answers `found`; if it is missing, prints the reason with `say` and answers undefined. */
const present = <T>(name: string, found: T | Missing, say: Say): T | undefined => {
  if (!isMissing(found)) return found;
  say(`Without ${name}: ${found.missing}`);
  return undefined;
};

const isMissing = (found: unknown): found is Missing =>
  typeof found === 'object' && found !== null && 'missing' in found;

const versionOf = async (program: string) =>
  (await run(program, ['--version'], { quiet: true, timeout: 30_000 })).output.trim().split('\n').at(-1);
