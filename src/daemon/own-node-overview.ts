/** Everything that the screen "Your node" shows, from ten calls to one node. */
import type { NodeRules, OwnNodeOverview } from '../ports/own-node.ts';
import { ask, reading } from './ask.ts';
import type { OwnHttp } from './http.ts';
import { getAlternateChains } from './json/get-alternate-chains.ts';
import { getBans } from './json/get-bans.ts';
import { getConnections } from './json/get-connections.ts';
import { getInfo } from './json/get-info.ts';
import { getLimit } from './json/get-limit.ts';
import { getNetStats } from './json/get-net-stats.ts';
import { hardForkInfo } from './json/hard-fork-info.ts';
import { inPeers } from './json/in-peers.ts';
import { miningStatus } from './json/mining-status.ts';
import { outPeers } from './json/out-peers.ts';
import { MAX_HEIGHT } from '../base/chain.ts';

/** Faults: the node's; node_restricted on a port that hides admin calls. */
export async function readOverview(http: OwnHttp, signal?: AbortSignal): Promise<OwnNodeOverview> {
  const info = await ask(http, getInfo(), signal);
  const rules = await ask(http, reading(hardForkInfo(), readRules), signal);
  const mining = await ask(http, miningStatus(), signal);
  const limits = await ask(http, getLimit(), signal);
  const traffic = await ask(http, getNetStats(), signal);
  const outgoing = await ask(http, outPeers({ out_peers: 0, set: false }), signal);
  const incoming = await ask(http, inPeers({ in_peers: 0, set: false }), signal);
  const { connections } = await ask(http, getConnections(), signal);
  const { bans } = await ask(http, getBans(), signal);
  const { chains } = await ask(http, getAlternateChains(), signal);
  return {
    height: info.height,
    targetHeight: info.target_height,
    synchronized: info.synchronized ?? info.target_height <= info.height,
    network: info.nettype,
    version: info.version,
    offline: info.offline,
    startedAt: info.start_time,
    databaseSize: info.database_size,
    freeSpace: info.free_space,
    waiting: info.tx_pool_size,
    traffic: { received: traffic.total_bytes_in, sent: traffic.total_bytes_out },
    rules,
    mining: {
      active: mining.active,
      threads: mining.threads_count,
      speed: mining.speed,
      address: mining.address,
    },
    peers: {
      outgoing: info.outgoing_connections_count,
      incoming: info.incoming_connections_count,
      maxOutgoing: outgoing.out_peers,
      maxIncoming: incoming.in_peers,
      tried: info.white_peerlist_size,
      untried: info.grey_peerlist_size,
    },
    connections: connections.map((peer) => ({
      address: peer.address,
      host: peer.host,
      incoming: peer.incoming,
      height: peer.height,
      seconds: peer.live_time,
    })),
    bans: bans.map(({ host, seconds }) => ({ host, seconds })),
    limits: { down: limits.limit_down, up: limits.limit_up },
    chains: chains.map(({ block_hash: hash, height, length }) => ({ hash, height, length })),
  };
}

type HardForkAnswer = ReturnType<ReturnType<typeof hardForkInfo>['read']>;

const readRules = ({ version, earliest_height: from }: HardForkAnswer): NodeRules => ({
  version,
  from: from <= MAX_HEIGHT ? Number(from) : undefined,
});
