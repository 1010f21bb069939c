/** The real engine in Node: daemon module over fetch, files in memory, scan on the same thread. Only the browser is missing. */
import { createDaemon } from '../../src/daemon/daemon.ts';
import { decodeBlocks } from '../../src/daemon/bin/get-blocks.ts';
import { createMemoryWalletFiles } from '../../src/store/memory.ts';
import { systemClock, systemRandom } from '../../src/store/platform.ts';
import { createInlinePool } from '../../src/wallet/scan/inline-pool.ts';
import { createMemorySettings } from './memory-settings.ts';
import { createSession } from '../../src/wallet/session/session.ts';
import type { Session } from '../../src/wallet/session/types.ts';

/** A cheap key derivation: these tests do not check its cost. */
const QUICK_KDF = { memoryKib: 64, passes: 1, lanes: 1 };

/** A session with a node, without automatic refresh: the test refreshes it. */
export function startEngine(nodeUrl: string): Session {
  const chain = createDaemon({ fetch: globalThis.fetch, clock: systemClock, random: systemRandom });
  chain.use({ address: nodeUrl, trusted: true });
  const session = createSession(
    {
      chain,
      pool: createInlinePool(decodeBlocks),
      clock: systemClock,
      random: systemRandom,
      settings: createMemorySettings(),
    },
    createMemoryWalletFiles({ kdf: QUICK_KDF }),
  );
  session.autoRefresh(false);
  return session;
}
