/**
 * The nodes of a devnet: daemons with one regtest chain. Each later one connects to all before it, so that the others
 * stay connected when one ends. The first connects to none: it shows a payment to all at once, where a daemon with peers
 * to choose from waits up to a minute (Dandelion++).
 */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callRpc, freePort, startMonerod } from './monero.mjs';

/** @typedef {import('./monero.mjs').Server} Server */
/** @typedef {Awaited<ReturnType<typeof startNode>>} Node */
/** @typedef {{ readonly port: number, readonly peers: readonly number[] }} Link Ports of the peer-to-peer network. */
/**
 * @typedef {object} NodeOptions
 * @property {string} bin Folder of Monero's programs.
 * @property {string} dataDir Is made if it is not there.
 * @property {number} [port]
 * @property {Link} [link] Without it the node has no peers.
 * @property {(child: Server['child']) => void} watch Called with each started daemon.
 */

/**
 * A daemon that can be stopped and started again on its chain, at the same port.
 * @param {NodeOptions} options
 */
export async function startNode({ bin, dataDir, port, link: firstLink, watch }) {
  mkdirSync(dataDir, { recursive: true });
  let link = firstLink;
  /** @type {Server | undefined} */
  let running;
  const begin = async (/** @type {number | undefined} */ rpcPort) => {
    const args = link ? linkArgs(link) : [];
    const started = await startMonerod({ bin, dataDir, port: rpcPort, p2pPort: link?.port, args });
    running = started;
    void started.child.exited.then(() => {
      if (running === started) running = undefined;
    });
    watch(started.child);
    return started;
  };
  const first = await begin(port);
  return {
    url: first.url,
    dataDir,
    runs: () => running !== undefined,
    stop: async () => {
      const { child } = running ?? {};
      running = undefined;
      await child?.stop();
    },
    start: async (newLink = link) => {
      link = newLink;
      if (running === undefined) await begin(first.port);
    },
  };
}

/**
 * Starts `first` again, now with peers, and `count` further nodes with a copy of its chain. They connect only now, since a
 * daemon mines nothing before a peer with the same newest block has connected to it.
 * @param {Pick<NodeOptions, 'bin' | 'watch'> & { readonly dir: string }} options
 * @param {Node} first
 * @param {number} count
 * @returns {Promise<readonly Node[]>} The further nodes.
 */
export async function connectNodes({ dir, ...options }, first, count) {
  const [port = 0, ...ports] = await Promise.all(Array.from({ length: count + 1 }, freePort));
  await first.stop();
  const starting = ports.map((own, i) => {
    const dataDir = join(dir, `node-${i + 2}`);
    cpSync(first.dataDir, dataDir, { recursive: true });
    return startNode({ ...options, dataDir, link: { port: own, peers: [port, ...ports.slice(0, i)] } });
  });
  const [further] = await Promise.all([Promise.all(starting), first.start({ port, peers: [] })]);
  await untilReady(first.url);
  return further;
}

/** @param {Link} link */
const linkArgs = ({ peers }) => [
  ...['--allow-local-ip', '--hide-my-port', '--max-connections-per-ip', '10'],
  ...(peers.length === 0 ? ['--out-peers', '0'] : []),
  ...peers.flatMap((port) => ['--add-exclusive-node', `127.0.0.1:${port}`]),
];

/** Until the daemon mines. */
const untilReady = async (/** @type {string} */ url) => {
  for (let tries = 0; tries < 300; tries++) {
    const { synchronized } = /** @type {{ synchronized: boolean }} */ (await callRpc(url, 'get_info'));
    if (synchronized) return;
    await sleep(100);
  }
  throw new Error('no node connected to the first one');
};
