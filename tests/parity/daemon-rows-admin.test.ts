/**
 * Calls of monerod for its operator: each answer is compared with the raw one, and what a call changes is seen. The
 * restricted port of the same node refuses them all, and our client sends none to a node that is not the person's own.
 */
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/tools/app/monero.ts';
import { ask } from '../../src/daemon/ask.ts';
import { banned } from '../../src/daemon/json/banned.ts';
import { flushCache } from '../../src/daemon/json/flush-cache.ts';
import { generateblocks } from '../../src/daemon/json/generateblocks.ts';
import { getBans } from '../../src/daemon/json/get-bans.ts';
import { getBlockCount } from '../../src/daemon/json/get-block-count.ts';
import { getConnections } from '../../src/daemon/json/get-connections.ts';
import { getInfo } from '../../src/daemon/json/get-info.ts';
import { getLimit } from '../../src/daemon/json/get-limit.ts';
import { getNetStats } from '../../src/daemon/json/get-net-stats.ts';
import { getOutputDistribution } from '../../src/daemon/json/get-output-distribution.ts';
import { getOutputHistogram } from '../../src/daemon/json/get-output-histogram.ts';
import { getPeerList } from '../../src/daemon/json/get-peer-list.ts';
import { inPeers } from '../../src/daemon/json/in-peers.ts';
import { miningStatus } from '../../src/daemon/json/mining-status.ts';
import { outPeers } from '../../src/daemon/json/out-peers.ts';
import { pruneBlockchain } from '../../src/daemon/json/prune-blockchain.ts';
import { saveBc } from '../../src/daemon/json/save-bc.ts';
import { startSaveGraph, stopSaveGraph } from '../../src/daemon/json/save-graph.ts';
import { setBans } from '../../src/daemon/json/set-bans.ts';
import { setBootstrapDaemon } from '../../src/daemon/json/set-bootstrap-daemon.ts';
import { setLimit } from '../../src/daemon/json/set-limit.ts';
import { setLogCategories } from '../../src/daemon/json/set-log-categories.ts';
import { setLogHashRate } from '../../src/daemon/json/set-log-hash-rate.ts';
import { setLogLevel } from '../../src/daemon/json/set-log-level.ts';
import { startMining } from '../../src/daemon/json/start-mining.ts';
import { stopDaemon } from '../../src/daemon/json/stop-daemon.ts';
import { stopMining } from '../../src/daemon/json/stop-mining.ts';
import { syncInfo } from '../../src/daemon/json/sync-info.ts';
import { update } from '../../src/daemon/json/update.ts';
import { faultOf } from '../unit/daemon/world.ts';
import { expectGuarded, startNode, type DaemonNode } from './daemon-node.ts';
import { callsComparedIn } from './table/daemon-rows.ts';

/** Of the regtest's network, which uses mainnet's addresses; its keys are unknown. */
const MINER =
  '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm';

let node: DaemonNode;
let p2pPort: number;
const compare: DaemonNode['compare'] = (endpoint) => node.compare(endpoint);
const heightNow = async (): Promise<number> => (await ask(node.own, getBlockCount())).count;

beforeAll(async () => {
  // 4: miners do without the table of 2 GB.
  process.env['MONERO_RANDOMX_UMASK'] = '4';
  p2pPort = await freePort();
  node = await startNode(['--add-peer', '198.51.100.7:18080', '--add-peer', '198.51.100.8:18080'], {
    funded: true,
  });
});
afterAll(async () => {
  delete process.env['MONERO_RANDOMX_UMASK'];
  await node[Symbol.asyncDispose]();
});

describe('mining', () => {
  const request = {
    miner_address: MINER,
    threads_count: 1,
    do_background_mining: false,
    ignore_battery: true,
  };

  it('starts, is seen, makes blocks and stops', async () => {
    expect(await compare(miningStatus())).toMatchObject({ active: false, threads_count: 0 });
    expect(await faultOf(ask(node.own, setLogHashRate({ visible: true })))).toMatchObject({
      code: 'node_error',
      data: { message: 'NOT MINING' },
    });
    const height = await heightNow();
    await compare(startMining(request));
    expect(await compare(miningStatus())).toMatchObject({ active: true, threads_count: 1, address: MINER });
    await compare(setLogHashRate({ visible: false }));
    await expect.poll(heightNow).toBeGreaterThan(height);
    await compare(stopMining());
    expect(await ask(node.own, miningStatus())).toMatchObject({ active: false });
    const stopped = await heightNow();
    await ask(node.own, generateblocks({ amount_of_blocks: 1, wallet_address: MINER }));
    expect(await heightNow()).toBe(stopped + 1);
  });
  it('is refused with a sentence for an address that is none', async () => {
    expect(await faultOf(ask(node.own, startMining({ ...request, miner_address: 'x' })))).toMatchObject({
      code: 'node_error',
      data: { message: 'Failed, wrong address' },
    });
  });
});

describe('peers', () => {
  it('are listed as they were added', async () => {
    const list = await compare(getPeerList({ public_only: false }));
    const hosts = [...list.white_list, ...list.gray_list].map(({ host }) => host);
    expect(hosts.sort()).toEqual(['198.51.100.7', '198.51.100.8']);
  });
  it('are banned by host and by number, listed, looked up and let in again', async () => {
    const host = '203.0.113.9';
    const ip = 203 + 113 * 2 ** 16 + 10 * 2 ** 24;
    await compare(
      setBans({
        bans: [
          { host, ban: true, seconds: 1000 },
          { ip, ban: true, seconds: 2000 },
        ],
      }),
    );
    const { bans } = await compare(getBans());
    expect(bans.map((ban) => ban.host).sort()).toEqual(['203.0.113.10', host]);
    const ban = await compare(banned({ address: host }));
    expect(ban.banned).toBe(true);
    expect(ban.seconds).toBeGreaterThan(900);
    await compare(setBans({ bans: [{ host, ban: false, seconds: 0 }] }));
    expect(await compare(banned({ address: host }))).toMatchObject({ banned: false, seconds: 0 });
    expect((await compare(getBans())).bans).toHaveLength(1);
  });
  it('are limited in number and speed, and the limits hold', async () => {
    expect(await compare(outPeers({ out_peers: 5 }))).toMatchObject({ out_peers: 5 });
    expect(await compare(outPeers({ out_peers: 9, set: false }))).toMatchObject({ out_peers: 5 });
    expect(await compare(inPeers({ in_peers: 7 }))).toMatchObject({ in_peers: 7 });
    expect(await compare(inPeers({ in_peers: 9, set: false }))).toMatchObject({ in_peers: 7 });
    const before = await compare(getLimit());
    expect(await compare(setLimit({ limit_up: 321, limit_down: 654 }))).toMatchObject({
      limit_up: 321,
      limit_down: 654,
    });
    expect(await compare(getLimit())).toMatchObject({ limit_up: 321, limit_down: 654 });
    const restored = await compare(setLimit({ limit_up: -1, limit_down: -1 }));
    expect(restored).toMatchObject({ limit_up: before.limit_up, limit_down: before.limit_down });
  });
  it('have had no bytes of a node that is offline', async () => {
    expect(await compare(getNetStats())).toMatchObject({ total_bytes_in: 0, total_packets_out: 0 });
    expect((await compare(getConnections())).connections).toEqual([]);
    expect(await compare(syncInfo())).toMatchObject({ height: await heightNow(), peers: [], spans: [] });
  });
});

describe('the log', () => {
  const asked = () => node.log().split('/get_limit').length;
  it('names requests at level 2 and none at level 0', async () => {
    await compare(setLogLevel({ level: 0 }));
    const silent = asked();
    await ask(node.own, getLimit());
    expect(asked()).toBe(silent);
    await compare(setLogLevel({ level: 2 }));
    await ask(node.own, getLimit());
    await expect.poll(asked).toBeGreaterThan(silent);
    await compare(setLogLevel({ level: 0 }));
  });
  it('has the categories that were set', async () => {
    const { categories } = await compare(setLogCategories({ categories: '*:WARNING,net.http:INFO' }));
    expect(categories).toBe('*:WARNING,net.http:INFO');
    expect((await compare(setLogCategories({ categories: '+txpool:DEBUG' }))).categories).toBe(
      '*:WARNING,net.http:INFO,txpool:DEBUG',
    );
  });
});

describe('the node', () => {
  it('writes its chain to disk', async () => {
    await compare(saveBc());
    expect(existsSync(join(node.dir, 'fake', 'lmdb', 'data.mdb'))).toBe(true);
  });
  it('forgets bad blocks', async () => {
    await compare(flushCache({ bad_blocks: true }));
  });
  it('has a bootstrap node while one is set', async () => {
    const bootstrap = async () => (await ask(node.own, getInfo())).bootstrap_daemon_address;
    expect(await bootstrap()).toBe('');
    await compare(setBootstrapDaemon({ address: 'http://127.0.0.1:1' }));
    expect(await bootstrap()).toBe('127.0.0.1:1');
    await compare(setBootstrapDaemon({ address: '' }));
    expect(await bootstrap()).toBe('');
  });
  it('says that it looks for no update while it is offline', async () => {
    expect(await faultOf(ask(node.own, update({ command: 'check' })))).toMatchObject({
      code: 'node_error',
      data: { message: 'Daemon is running offline' },
    });
  });
  it('has no graph to save any more', async () => {
    for (const [endpoint, call] of [
      [startSaveGraph(), '/start_save_graph'],
      [stopSaveGraph(), '/stop_save_graph'],
    ] as const)
      expect(await faultOf(ask(node.own, endpoint))).toEqual({
        code: 'node_lacks_method',
        data: { address: node.url, call },
      });
  });
  it('prunes its chain, and knows it', async () => {
    expect(await compare(pruneBlockchain({ check: true }))).toMatchObject({ pruned: false, pruning_seed: 0 });
    const { pruned, pruning_seed } = await compare(pruneBlockchain());
    expect(pruned).toBe(true);
    expect(await compare(pruneBlockchain({ check: true }))).toMatchObject({ pruned: true, pruning_seed });
  });
});

describe('a port for other people', () => {
  it('is asked for nothing that only its operator may do, and does none of it', () => expectGuarded(node));
  it('refuses what is too much, in a status or by a code', async () => {
    for (const refused of [
      () => ask(node.restricted, getOutputHistogram({ amounts: [] })),
      () => ask(node.restricted, getOutputDistribution({ amounts: [5n] })),
    ]) {
      const { code, data } = await faultOf(refused());
      expect(code).toBe('node_restricted');
      expect((data as { message: string }).message).toContain('Restricted RPC');
    }
  });
  it('answers the rest', async () => {
    expect(await ask(node.restricted, getLimit())).toMatchObject({ status: 'OK' });
  });
});

describe('the end', () => {
  it('is what stop_daemon brings', async () => {
    await compare(stopDaemon());
    expect(await node.exited).toMatch(/ended/);
    expect(await faultOf(ask(node.own, getBlockCount()))).toMatchObject({ code: 'node_unreachable' });
  });
});

describe('a node that may be reached', () => {
  let online: DaemonNode;
  let peer: Socket;
  beforeAll(async () => {
    online = await startNode(['--no-sync'], { p2pPort });
    peer = connect(p2pPort, '127.0.0.1');
    peer.on('error', () => undefined);
  });
  afterAll(async () => {
    peer.destroy();
    await online[Symbol.asyncDispose]();
  });
  it('lists a peer that has connected', async () => {
    await expect.poll(async () => (await online.compare(getConnections())).connections.length).toBe(1);
    const { connections } = await online.compare(getConnections());
    expect(connections[0]).toMatchObject({ incoming: true, localhost: true, host: '127.0.0.1' });
    expect((await online.compare(syncInfo())).peers).toHaveLength(1);
  });
});

it('each call of this half was compared', () => {
  expect([...node.compared.keys()].sort()).toEqual(callsComparedIn('daemon-rows-admin'));
});
