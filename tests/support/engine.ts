/** The real engine in Node: daemon module over fetch, files in memory, scan on the same thread. Only the browser is missing. */
import { createDaemon } from '../../src/daemon/daemon.ts';
import { decodeBlocks } from '../../src/daemon/bin/get-blocks.ts';
import type { WalletFiles } from '../../src/ports/wallet-files.ts';
import { KNOWN_RULES, type KnownRules } from '../../src/protocol/block/known-rules.ts';
import { createMemoryWalletFiles } from '../../src/store/memory.ts';
import { systemClock, systemRandom } from '../../src/store/platform.ts';
import { createInlinePool } from '../../src/wallet/scan/inline-pool.ts';
import { createMemorySettings } from '../../src/store/memory-settings.ts';
import type { World } from '../../src/wallet/world.ts';
import { createSession, type OwnedSession } from '../../src/wallet/session/session.ts';

/** A cheap key derivation: these tests do not check its cost. */
const QUICK_KDF = { memoryKib: 64, passes: 1, lanes: 1 };

export interface EngineOptions {
  /** Default: files of its own, in memory. */
  readonly files?: WalletFiles;
  /** To be a build of another time: the rules that it knows. */
  readonly rules?: KnownRules;
  /** Default: the readable arithmetic. */
  readonly arithmetic?: Pick<World, 'loadTower' | 'cryptoWorkers'>;
}

/** Wallet files in memory, which several engines can open one after the other. */
export function createEngineFiles(): WalletFiles {
  return createMemoryWalletFiles({ kdf: QUICK_KDF });
}

/** A session with a node, without automatic refresh: the test refreshes it. */
export function startEngine(
  nodeUrl: string,
  { files = createEngineFiles(), rules = KNOWN_RULES, arithmetic = {} }: EngineOptions = {},
): OwnedSession {
  const chain = createDaemon({ fetch: globalThis.fetch, clock: systemClock, random: systemRandom }, rules);
  chain.use({ address: nodeUrl, trusted: true });
  const session = createSession(
    {
      chain,
      pool: createInlinePool(decodeBlocks, rules),
      secondPool: () => createInlinePool(decodeBlocks, rules),
      rules,
      ...arithmetic,
      clock: systemClock,
      random: systemRandom,
      settings: createMemorySettings(),
    },
    files,
  );
  session.autoRefresh(false);
  return session;
}
