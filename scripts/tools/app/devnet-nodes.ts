/**
 * The nodes of a devnet: daemons with one regtest chain. Each later one connects to all before it, so that the others
 * stay connected when one ends. The first connects to none: it shows a payment to all at once, where a daemon with peers
 * to choose from waits up to a minute (Dandelion++).
 */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callRpc, freePort, startMonerod, type Server } from './monero.ts';

export type Node = Awaited<ReturnType<typeof startNode>>;
/** Ports of the peer-to-peer network. */
interface Link {
  readonly port: number;
  readonly peers: readonly number[];
}
interface NodeOptions {
  /** Folder of Monero's programs. */
  readonly bin: string;
  /** Is made if it is not there. */
  readonly dataDir: string;
  readonly port?: number;
  /** Without it the node has no peers. */
  readonly link?: Link;
  /** Called with each started daemon. */
  readonly watch: (child: Server['child']) => void;
}

/** A daemon that can be stopped and started again on its chain, at the same port. */
export async function startNode({ bin, dataDir, port, link: firstLink, watch }: NodeOptions) {
  mkdirSync(dataDir, { recursive: true });
  let link = firstLink;
  let running: Server | undefined;
  const begin = async (rpcPort: number | undefined) => {
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
 * Answers The further nodes.
 */
export async function connectNodes(
  { dir, ...options }: Pick<NodeOptions, 'bin' | 'watch'> & { readonly dir: string },
  first: Node,
  count: number,
): Promise<readonly Node[]> {
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

const linkArgs = ({ peers }: Link) => [
  ...['--allow-local-ip', '--hide-my-port', '--max-connections-per-ip', '10'],
  ...(peers.length === 0 ? ['--out-peers', '0'] : []),
  ...peers.flatMap((port) => ['--add-exclusive-node', `127.0.0.1:${port}`]),
];

/** Until the daemon mines. */
const untilReady = async (url: string) => {
  for (let tries = 0; tries < 300; tries++) {
    const { synchronized } = (await callRpc(url, 'get_info')) as { synchronized: boolean };
    if (synchronized) return;
    await sleep(100);
  }
  throw new Error('no node connected to the first one');
};
