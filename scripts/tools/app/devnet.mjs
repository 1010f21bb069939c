/**
 * A private devnet: one regtest daemon or several with one chain (devnet-nodes.mjs), mined past maturity, a faucet wallet
 * that owns the coins, and a small control server on loopback by which the page (and the journeys) ask for coins and
 * blocks (devnet-control.mjs). It continues while one of its daemons runs.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal, startControl } from './devnet-control.mjs';
import { createFaucet, pay } from './devnet-faucet.mjs';
import { connectNodes, startNode } from './devnet-nodes.mjs';
import { callRpc, mineBlocks, post, startWalletRpc } from './monero.mjs';
import { parseJson } from '../setup/json.mjs';

const FIRST_BLOCKS = 90; // 60 until a reward matures, 16 ring members, and coins to give

/** @typedef {import('./monero.mjs').Server} Server */
/**
 * @typedef {object} Devnet
 * @property {string} daemonUrl The first daemon.
 * @property {readonly string[]} nodeUrls All daemons.
 * @property {string} controlUrl
 * @property {string} faucetAddress Address of the wallet that gives out coins.
 * @property {() => Promise<void>} stop Ends every child and removes the chain.
 * @property {(listener: (why: string) => void) => void} onDeath Called with what to do when a child ends by itself.
 */

/**
 * Starts all of it.
 * @param {object} options
 * @param {string} options.bin Folder of Monero's programs.
 * @param {number} [options.nodes] How many daemons with the same chain.
 * @param {number} [options.daemonPort] Port of the first.
 * @param {number} [options.controlPort]
 * @param {boolean} [options.testHooks] Whether the control server pops blocks and stops the only daemon, too.
 * @param {number} [options.blocks] Mined at the start.
 * @returns {Promise<Devnet>}
 */
export async function startDevnet({
  bin,
  nodes: count = 1,
  daemonPort,
  controlPort = 0,
  testHooks = false,
  blocks = FIRST_BLOCKS,
}) {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-devnet-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  /** @type {(() => unknown)[]} */
  const stops = [];
  const stop = async () => {
    await Promise.all(stops.map((each) => each()));
    rmSync(dir, { recursive: true, force: true });
  };
  /** @type {import('./devnet-nodes.mjs').Node[]} */
  const nodes = [];
  const deaths = watchDeaths();
  const watchNode = (/** @type {Server['child']} */ child) =>
    deaths.watch(child, () => (nodes.some((node) => node.runs()) ? 'The other nodes go on.' : START_AGAIN));
  const options = { bin, watch: watchNode };
  try {
    const dataDir = join(dir, 'node-1');
    const first = await startNode({ ...options, dataDir, ...(daemonPort && { port: daemonPort }) });
    nodes.push(first);
    stops.push(first.stop);
    const wallet = await startWalletRpc({ bin, dir: folderIn(dir, 'faucet'), daemonUrl: first.url });
    stops.push(() => wallet.child.stop());
    deaths.watch(wallet.child, () => START_AGAIN);
    const faucet = await createFaucet(wallet.url, first.url);
    const actions = createActions(nodes, faucet);
    if (blocks > 0) await actions.mine(blocks);
    if (count > 1)
      for (const node of await connectNodes({ ...options, dir }, first, count - 1)) {
        nodes.push(node);
        stops.push(node.stop);
      }
    const control = await startControl(actions, { port: controlPort, testHooks });
    stops.push(control.stop);
    const nodeUrls = nodes.map(({ url }) => url);
    return {
      daemonUrl: first.url,
      nodeUrls,
      controlUrl: control.url,
      faucetAddress: faucet.address,
      stop,
      onDeath: deaths.listen,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const START_AGAIN = 'Press Ctrl-C and start again.';

/**
 * @param {string} dir
 * @param {string} name
 */
const folderIn = (dir, name) => {
  const folder = join(dir, name);
  mkdirSync(folder);
  return folder;
};

const watchDeaths = () => {
  /** @type {Set<(why: string) => void>} */
  const listeners = new Set();
  return {
    listen: (/** @type {(why: string) => void} */ listener) => void listeners.add(listener),
    /**
     * @param {Server['child']} child
     * @param {() => string} next What its end means.
     */
    watch: (child, next) =>
      void child.exited.then((why) => {
        if (child.isStopping()) return;
        for (const listener of listeners) listener(`${why}\n${child.tail(5)}\n${next()}`);
      }),
  };
};

/**
 * @param {readonly import('./devnet-nodes.mjs').Node[]} nodes
 * @param {import('./devnet-faucet.mjs').Faucet} faucet
 * @returns {import('./devnet-control.mjs').Actions}
 */
const createActions = (nodes, faucet) => {
  const inTurn = createQueue();
  const current = () => nodes.find((node) => node.runs());
  /**
   * One request after the other, at the first node that runs.
   * @template T
   * @param {(daemonUrl: string) => Promise<T>} work
   */
  const withNode = (work) =>
    inTurn(async () => {
      const node = current();
      if (node === undefined) throw new Refusal(503, 'the daemon is stopped');
      await faucet.use(node.url);
      return work(node.url);
    });
  return {
    info: async () => {
      const node = current();
      const counted = node && (await callRpc(node.url, 'get_block_count', {}, 5000));
      const height = /** @type {{ count: number } | undefined} */ (counted)?.count;
      return { daemon: nodes[0]?.url, network: 'regtest', running: node !== undefined, height };
    },
    mine: (count) => withNode(async (url) => ({ height: await mineBlocks(url, count, faucet.address) })),
    faucet: (address, amount) => withNode((url) => pay(url, faucet, address, amount)),
    pop: (count) =>
      withNode(async (url) => {
        const answer = await post(`${url}/pop_blocks`, JSON.stringify({ nblocks: count }));
        const { height } = /** @type {{ height: number }} */ (parseJson(answer));
        return { height };
      }),
    stopDaemon: () => inTurn(() => Promise.all(nodes.map((node) => node.stop())).then(() => ({}))),
    startDaemon: () => inTurn(() => Promise.all(nodes.map((node) => node.start())).then(() => ({}))),
  };
};

/** Runs one piece of work after the other; a failure does not keep the next one from running. */
const createQueue = () => {
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  const inTurn = (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return inTurn;
};
