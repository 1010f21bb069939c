/** The overview of the user's own node (ports/own-node.ts) on the wire. */
import type { Infer } from '../../base/shape.ts';
import type { OwnNodeOverview } from '../../ports/own-node.ts';
import { bool, count, listOf, obj, opt, str, u32, u64 } from '../schema.ts';

export const nodeOverview = {
  height: count,
  target_height: count,
  synchronized: bool,
  network: str,
  version: str,
  offline: bool,
  started_at: count,
  database_size: count,
  free_space: u64,
  waiting: count,
  received: count,
  sent: count,
  /** Version of the rules in force; height at which the next known one begins, or this one began. */
  rules: obj({ version: u32, from: opt(count) }),
  mining: obj({ active: bool, threads: u32, speed: u64, address: str }),
  peers: obj({
    outgoing: count,
    incoming: count,
    max_outgoing: u32,
    max_incoming: u32,
    tried: count,
    untried: count,
  }),
  connections: listOf(obj({ address: str, host: str, incoming: bool, height: u64, seconds: u64 })),
  bans: listOf(obj({ host: str, seconds: count })),
  /** kB per second. */
  limits: obj({ down: count, up: count }),
  chains: listOf(obj({ hash: str, height: count, length: count })),
};

export function overviewToWire(overview: OwnNodeOverview): Infer<typeof nodeOverview> {
  const { targetHeight, startedAt, databaseSize, freeSpace, traffic, peers, ...rest } = overview;
  return {
    ...rest,
    target_height: targetHeight,
    started_at: startedAt,
    database_size: databaseSize,
    free_space: freeSpace,
    ...traffic,
    peers: { ...peers, max_outgoing: peers.maxOutgoing, max_incoming: peers.maxIncoming },
  };
}
