/** Everything the suites need, started once: the chain's daemon, the site, the subjects, the yardsticks. */
import { run } from '../tools/setup/process.mjs';
import { join } from 'node:path';
import { startChain } from './chain.mjs';
import { startKernelBench } from './kernel.mjs';
import { findLibsodium } from './libsodium.mjs';
import { createMoneroTs } from './monero-ts.mjs';
import { createNative } from './native.mjs';
import { createOstro } from './ostro.mjs';
import { startSite } from './site.mjs';

export async function startAll({ executablePath, bin, wanted, cases, only, say }) {
  const stops = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each().catch((error) => say(error.message));
  };
  try {
    const chain = await startChain({ bin, say });
    stops.push(chain.stop);
    say('Building the app…');
    const site = await startSite();
    stops.push(site.stop);

    const subjects = [];
    const versions = {
      chromium: await versionOf(executablePath),
      monero: await versionOf(join(bin, 'monerod')),
    };
    if (only.includes('ostro')) subjects.push(createOstro({ executablePath, site, daemonUrl: chain.url }));
    if (only.includes('native')) subjects.push(createNative({ bin, daemonUrl: chain.url }));
    if (only.includes('monero_ts')) {
      const peer = await createMoneroTs({ executablePath, daemonUrl: chain.url });
      if (peer.missing === undefined) {
        subjects.push(peer);
        stops.push(peer.stop);
        versions.monero_ts = peer.version;
      } else say(`Without monero-ts: ${peer.missing}`);
    }

    let kernel;
    let libsodium;
    if (
      only.includes('ostro') &&
      wanted.includes('scan') &&
      (cases.length === 0 || cases.some((name) => name.startsWith('kernel-')))
    ) {
      const bench = await startKernelBench({ executablePath, site });
      stops.push(bench.close);
      kernel = bench.measure;
      libsodium = await findLibsodium();
      if (libsodium.missing === undefined) versions.libsodium = libsodium.name;
      else {
        say(`Without libsodium: ${libsodium.missing}`);
        libsodium = undefined;
      }
    }
    return { chain, site, subjects, kernel, libsodium, versions, executablePath, bin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const versionOf = async (program) =>
  (await run(program, ['--version'], { quiet: true, timeout: 30_000 })).output.trim().split('\n').at(-1);
