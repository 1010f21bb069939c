/**
 * The engines of a process share the threads that scan; and, if they send by the same proxy and TLS settings, connections to
 * nodes, public questions and blocks.
 */
import { createSharedNodes } from '../daemon/shared-nodes.ts';
import { systemClock } from '../store/platform.ts';
import { createSharedBlocks } from '../wallet/sync/shared-blocks.ts';
import { createSharedWorkers } from '../../workers/worker-pool.ts';
import { createFetches, type OriginTls } from './fetches.ts';
import type { Proxy } from './socks.ts';
import { startPoolThread, type Program } from './threads.ts';

interface SharedOptions {
  readonly program: Program;
  readonly proxy: Proxy | undefined;
  readonly nodeTls: OriginTls | undefined;
  /** The number of threads that this engine wants. */
  readonly threads: number;
}

let program: Program | undefined;
/** The engines' numbers of threads. */
const wanted: number[] = [];
const workers = createSharedWorkers(
  () => startPoolThread(program!),
  () => Math.max(1, ...wanted),
  { offload: true },
);

type Network = ReturnType<typeof createNetwork>;
/** By proxy and TLS settings. */
const networks = new Map<string, Network>();

const createNetwork = (options: Pick<SharedOptions, 'proxy' | 'nodeTls'>) => {
  const engines = { count: 0 };
  return {
    engines,
    fetches: createFetches(options),
    nodes: createSharedNodes(systemClock),
    blocks: createSharedBlocks(systemClock, () => engines.count > 1),
  };
};

/** An engine begins; it calls `leave` at its end. Fault bad_node_tls. */
export function joinShared({ threads, proxy, nodeTls, ...options }: SharedOptions) {
  ({ program } = options);
  const key = JSON.stringify([proxy, nodeTls]);
  const network = networks.get(key) ?? createNetwork({ proxy, nodeTls });
  networks.set(key, network);
  network.engines.count += 1;
  wanted.push(threads);
  const { fetches, nodes, blocks } = network;
  return {
    ...{ fetch: fetches.fetch, fetchBy: fetches.fetchBy, nodes, blocks, newPool: workers.newPool },
    /** The last engine closes the connections. */
    leave: () => {
      wanted.splice(wanted.indexOf(threads), 1);
      network.engines.count -= 1;
      if (network.engines.count > 0) return;
      networks.delete(key);
      fetches.stop();
    },
  };
}
