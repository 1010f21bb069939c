/** Reads and commands the user's own node: implements `OwnNodes`. Every request needs a node that is marked as own. */
import type { OwnNode } from '../ports/own-node.ts';
import type { NodeSettings } from '../ports/node-control.ts';
import { ask, requireOwn } from './ask.ts';
import type { HttpWorld, OwnHttp } from './http.ts';
import { inPeers } from './json/in-peers.ts';
import { outPeers } from './json/out-peers.ts';
import { popBlocks } from './json/pop-blocks.ts';
import { pruneBlockchain } from './json/prune-blockchain.ts';
import { saveBc } from './json/save-bc.ts';
import { setBans } from './json/set-bans.ts';
import { setLimit } from './json/set-limit.ts';
import { setLogCategories } from './json/set-log-categories.ts';
import { setLogLevel } from './json/set-log-level.ts';
import { startMining } from './json/start-mining.ts';
import { stopDaemon } from './json/stop-daemon.ts';
import { stopMining } from './json/stop-mining.ts';
import { connect } from './node-link.ts';
import { readOverview } from './own-node-overview.ts';

/** Faults: node_not_own, bad_node_address. */
export function ownNode(world: HttpWorld, settings: NodeSettings): OwnNode {
  const { http } = connect(world, settings);
  requireOwn(http, 'a command of its owner');
  return {
    overview: (signal) => readOverview(http, signal),
    ...mining(http),
    ...peers(http),
    ...database(http),
    setLogLevel: async (level) => {
      await ask(http, setLogLevel({ level }));
    },
    setLogCategories: async (categories) => (await ask(http, setLogCategories({ categories }))).categories,
    stop: async () => {
      await ask(http, stopDaemon());
    },
  };
}

const mining = (http: OwnHttp): Pick<OwnNode, 'startMining' | 'stopMining'> => ({
  async startMining(address, threads) {
    await ask(
      http,
      startMining({
        miner_address: address,
        threads_count: threads,
        do_background_mining: false,
        ignore_battery: false,
      }),
    );
  },
  async stopMining() {
    await ask(http, stopMining());
  },
});

const peers = (http: OwnHttp): Pick<OwnNode, 'ban' | 'setLimits'> => ({
  async ban(host, seconds) {
    await ask(http, setBans({ bans: [{ host, ban: seconds > 0, seconds }] }));
  },
  async setLimits({ down, up, maxOutgoing, maxIncoming }) {
    if (down !== undefined || up !== undefined) await ask(http, setLimit({ limit_down: down, limit_up: up }));
    if (maxOutgoing !== undefined) await ask(http, outPeers({ out_peers: maxOutgoing }));
    if (maxIncoming !== undefined) await ask(http, inPeers({ in_peers: maxIncoming }));
  },
});

const database = (http: OwnHttp): Pick<OwnNode, 'popBlocks' | 'prune' | 'isPruned' | 'save'> => ({
  popBlocks: async (blocks) => (await ask(http, popBlocks({ nblocks: blocks }))).height,
  async prune() {
    await ask(http, pruneBlockchain());
  },
  isPruned: async () => (await ask(http, pruneBlockchain({ check: true }))).pruned,
  async save() {
    await ask(http, saveBc());
  },
});
