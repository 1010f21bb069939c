/** The sync of a wallet with a test node, which also scans and relays. */
import type { Clock } from '../../../src/ports/clock.ts';
import type { KnownRules } from '../../../src/protocol/block/known-rules.ts';
import { createInlineCryptoWorkers } from '../../../src/wallet/crypto-workers.ts';
import type { Ledger } from '../../../src/wallet/state/state.ts';
import { createSync } from '../../../src/wallet/sync/sync.ts';
import type { EarlyRows, Sync } from '../../../src/wallet/sync/types.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { onlyReceiver } from './only-receiver.ts';
import type { TestNode } from './test-node.ts';

export function syncOf(
  node: TestNode,
  ledger: Ledger,
  clock: Clock,
  early?: EarlyRows,
  rules?: KnownRules,
): Sync {
  return createSync({
    blocks: node,
    receivers: onlyReceiver(node),
    pool: node.scanner,
    cryptoWorkers: createInlineCryptoWorkers({ bytes: seededRandom('sync') }),
    clock,
    random: { bytes: seededRandom('waits') },
    ledger,
    rules,
    ...(early && { early }),
  });
}
