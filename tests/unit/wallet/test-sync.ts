/** The sync of a wallet with a test node, which also scans and relays. */
import type { Clock } from '../../../src/ports/clock.ts';
import { createInlineCryptoWorkers } from '../../../src/wallet/crypto-workers.ts';
import type { Ledger } from '../../../src/wallet/state/state.ts';
import { createSync } from '../../../src/wallet/sync/sync.ts';
import type { EarlyRows, Sync } from '../../../src/wallet/sync/types.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { TestNode } from './test-node.ts';

export function syncOf(node: TestNode, ledger: Ledger, clock: Clock, early?: EarlyRows): Sync {
  return createSync({
    blocks: node,
    relay: node,
    pool: node.scanner,
    cryptoWorkers: createInlineCryptoWorkers({ bytes: seededRandom('sync') }),
    clock,
    random: { bytes: seededRandom('waits') },
    ledger,
    ...(early && { early }),
  });
}
