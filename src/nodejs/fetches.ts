/** The requests of the engines of a process: to all nodes in one way, and to nodes with TLS settings or a proxy in another. */
import { faultsOf } from '../base/fault.ts';
import { SHARED_CONNECTIONS } from '../daemon/shared-nodes.ts';
import type { DaemonFaults } from '../ports/faults.ts';
import type { NodeSettings, NodeTls } from '../ports/node-control.ts';
import { createNodeFetch, type NodeFetch } from './node-fetch.ts';
import { readTls } from './node-tls.ts';
import { PROXY_FORM, readProxyAddress, type Proxy } from './socks.ts';

const fault = faultsOf<DaemonFaults>();

/** TLS settings of the nodes at one origin, `https://node.example:18081`. */
export interface OriginTls {
  readonly origin: string;
  readonly tls: NodeTls;
}
interface FetchOptions {
  /** Gets every request. */
  readonly proxy?: Proxy | undefined;
  readonly nodeTls?: OriginTls | undefined;
}
interface Fetches extends NodeFetch {
  readonly fetchBy: (settings: Pick<NodeSettings, 'tls' | 'proxy'>) => NodeFetch['fetch'];
}

/** More ways than a list of nodes needs; the oldest ends then. */
const MOST_WAYS = 16;

/** Fault bad_node_tls. */
export function createFetches({ proxy, nodeTls }: FetchOptions): Fetches {
  const plain = createNodeFetch(SHARED_CONNECTIONS, proxy);
  const ways = new Map<string, NodeFetch>();
  const fetchBy: Fetches['fetchBy'] = ({ tls, proxy: own }) => {
    if (own !== undefined && proxy) throw fault('proxy_already_set');
    const through = own === undefined ? proxy : readProxyAddress(own);
    if (own !== undefined && !through)
      throw fault('bad_node_tls', { parameter: 'proxy', why: `it must be ${PROXY_FORM}` });
    // The files are read at each choice of a node, and may be others than before.
    const rules = tls && readTls(tls);
    const key = JSON.stringify([tls, own, rules?.digest]);
    const way = ways.get(key) ?? createNodeFetch(SHARED_CONNECTIONS, through, rules);
    // At the end of the map are those that were chosen last.
    ways.delete(key);
    ways.set(key, way);
    const [oldest] = ways;
    if (ways.size > MOST_WAYS && oldest) {
      ways.delete(oldest[0]);
      oldest[1].stop();
    }
    return way.fetch;
  };
  const flagged = nodeTls && {
    origin: nodeTls.origin,
    ...createNodeFetch(SHARED_CONNECTIONS, proxy, readTls(nodeTls.tls)),
  };
  return {
    fetch: (url, init) =>
      (flagged && new URL(url).origin === flagged.origin ? flagged : plain).fetch(url, init),
    fetchBy,
    stop: () => {
      for (const each of [plain, ...(flagged ? [flagged] : []), ...ways.values()]) each.stop();
    },
  };
}
