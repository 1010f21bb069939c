/**
 * A private devnet: one regtest daemon or several with one chain (devnet-nodes.ts), mined past maturity, a faucet wallet
 * that owns the coins, and a small control server on loopback by which the page (and the journeys) ask for coins and
 * blocks (devnet-control.ts). It continues while one of its daemons runs.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal, startControl, type Actions } from './devnet-control.ts';
import { createFaucet, pay, type Faucet } from './devnet-faucet.ts';
import { connectNodes, startNode, type Node } from './devnet-nodes.ts';
import { callRpc, mineBlocks, post, startWalletRpc, type Server } from './monero.ts';
import { parseJson } from '../../../src/server/json.mjs';

const FIRST_BLOCKS = 90; // 60 until a reward matures, 16 ring members, and coins to give

export interface Devnet {
  /** The first daemon. */
  readonly daemonUrl: string;
  /** All daemons. */
  readonly nodeUrls: readonly string[];
  readonly controlUrl: string;
  /** Address of the wallet that gives out coins. */
  readonly faucetAddress: string;
  /** Ends every child and removes the chain. */
  readonly stop: () => Promise<void>;
  /** Called with what to do when a child ends by itself. */
  readonly onDeath: (listener: (why: string) => void) => void;
}

interface DevnetOptions {
  /** Folder of Monero's programs. */
  readonly bin: string;
  /** How many daemons with the same chain. */
  readonly nodes?: number;
  /** Port of the first. */
  readonly daemonPort?: number;
  readonly controlPort?: number;
  /** Whether the control server pops blocks and stops the only daemon, too. */
  readonly testHooks?: boolean;
  /** Mined at the start. */
  readonly blocks?: number;
}

/** Starts all of it. */
export async function startDevnet({
  bin,
  nodes: count = 1,
  daemonPort,
  controlPort = 0,
  testHooks = false,
  blocks = FIRST_BLOCKS,
}: DevnetOptions): Promise<Devnet> {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-devnet-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    await Promise.all(stops.map((each) => each()));
    rmSync(dir, { recursive: true, force: true });
  };
  const nodes: Node[] = [];
  const deaths = watchDeaths();
  const watchNode = (child: Server['child']) =>
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

const folderIn = (dir: string, name: string) => {
  const folder = join(dir, name);
  mkdirSync(folder);
  return folder;
};

const watchDeaths = () => {
  const listeners = new Set<(why: string) => void>();
  return {
    listen: (listener: (why: string) => void) => void listeners.add(listener),
    /** `next`: What its end means. */
    watch: (child: Server['child'], next: () => string) =>
      void child.exited.then((why) => {
        if (child.isStopping()) return;
        for (const listener of listeners) listener(`${why}\n${child.tail(5)}\n${next()}`);
      }),
  };
};

const createActions = (nodes: readonly Node[], faucet: Faucet): Actions => {
  const inTurn = createQueue();
  const current = () => nodes.find((node) => node.runs());
  /** One request after the other, at the first node that runs. */
  const withNode = <T>(work: (daemonUrl: string) => Promise<T>) =>
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
      const height = (counted as { count: number } | undefined)?.count;
      return { daemon: nodes[0]?.url, network: 'regtest', running: node !== undefined, height };
    },
    mine: (count) => withNode(async (url) => ({ height: await mineBlocks(url, count, faucet.address) })),
    faucet: (address, amount) => withNode((url) => pay(url, faucet, address, amount)),
    pop: (count) =>
      withNode(async (url) => {
        const answer = await post(`${url}/pop_blocks`, JSON.stringify({ nblocks: count }));
        const { height } = parseJson(answer) as { height: number };
        return { height };
      }),
    stopDaemon: () => inTurn(() => Promise.all(nodes.map((node) => node.stop())).then(() => ({}))),
    startDaemon: () => inTurn(() => Promise.all(nodes.map((node) => node.start())).then(() => ({}))),
  };
};

/** Runs one piece of work after the other; a failure does not keep the next one from running. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return inTurn;
};
