/** A tab of a browser in memory, with a session on a node of `createTestNode`. */
import type { Clock } from '../../../../src/ports/clock.ts';
import { createMemoryWalletFiles, type MemoryBrowser } from '../../../../src/store/memory.ts';
import { systemRandom } from '../../../../src/store/platform.ts';
import { createSession, type OwnedSession } from '../../../../src/wallet/session/session.ts';
import type { World } from '../../../../src/wallet/wallet.ts';
import { createMemorySettings } from '../../../../src/store/memory-settings.ts';
import type { TestNode } from '../test-node.ts';

const QUICK = { memoryKib: 64, passes: 1, lanes: 1 };
const notAsked = (): Promise<never> => Promise.reject(new Error('not asked here'));

/** `timeoutMs`: after which the lock of a killed tab is taken. */
export function testTab(
  browser: MemoryBrowser,
  node: TestNode,
  clock: Clock,
  timeoutMs = 2000,
): OwnedSession {
  const chain: World['chain'] = {
    ...node,
    use: () => undefined,
    at: () => chain,
    takesTls: false,
    checkAddress: () => undefined,
    expectNetwork: () => undefined,
    check: notAsked,
    health: notAsked,
    callNode: notAsked,
    lightServer: notAsked,
    startMining: notAsked,
    stopMining: notAsked,
    block: notAsked,
    own: () => {
      throw new Error('not asked here');
    },
    compactBlocks: notAsked,
    outputKeys: notAsked,
    imageStarts: notAsked,
    distribution: notAsked,
    counts: notAsked,
    outputs: notAsked,
    feeEstimate: notAsked,
    backlog: notAsked,
  };
  return createSession(
    { chain, pool: node.scanner, clock, random: systemRandom, settings: createMemorySettings() },
    createMemoryWalletFiles({ browser, kdf: QUICK, timeoutMs }),
  );
}
