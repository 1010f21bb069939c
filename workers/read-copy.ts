/**
 * Reads the background copy of a wallet in a worker that may start no other workers: that of the browser extension, and the reader
 * of the installed app.
 */
import { createDaemon } from '../src/daemon/daemon.ts';
import { decodeBlocks } from '../src/daemon/bin/get-blocks.ts';
import { createDnsResolver } from '../src/daemon/dns/doh.ts';
import { createIdbAppSettings } from '../src/store/app-settings.ts';
import { createIdbWalletFiles } from '../src/store/idb.ts';
import { systemClock, systemRandom } from '../src/store/platform.ts';
import { createInlineCryptoWorkers } from '../src/wallet/crypto-workers.ts';
import { createInlinePool } from '../src/wallet/scan/inline-pool.ts';
import { readCopy, type CopyReading, type CopyToRead } from '../src/wallet/session/read-copies.ts';
import { createSession } from '../src/wallet/session/session.ts';
import { withHiddenHeaders } from './hidden-headers.ts';
import { startKernel } from './kernel.ts';

/** Browsers end a worker that runs for five minutes. */
const ROUND_MS = 4 * 60_000;
let kernel: Promise<void> | undefined;

/** Reads one copy, with everything in this thread. */
export async function readOneCopy(copy: CopyToRead): Promise<CopyReading> {
  await (kernel ??= startKernel());
  const page = { secure: location.protocol !== 'http:', hostname: location.hostname };
  const ask = withHiddenHeaders((url, init) => fetch(url, init));
  const traffic = { bytes: 0 };
  const settings = createIdbAppSettings();
  const files = createIdbWalletFiles();
  const session = createSession(
    {
      chain: createDaemon(
        { fetch: ask, clock: systemClock, random: systemRandom, page, traffic },
        { regtest: undefined },
      ),
      traffic,
      pool: createInlinePool(decodeBlocks),
      cryptoWorkers: createInlineCryptoWorkers(systemRandom),
      clock: systemClock,
      random: systemRandom,
      settings,
      dns: createDnsResolver({ fetch: ask, clock: systemClock, page }),
    },
    files,
  );
  try {
    return await readCopy(session, copy, AbortSignal.timeout(ROUND_MS));
  } finally {
    files.close();
  }
}
