/** The nodes of the session, and the one that the wallet reads from. */
import type { NodeControl, NodeSettings } from '../../ports/node-control.ts';
import { NO_NODES, type NodeList } from './node-list.ts';

export interface Nodes {
  readonly list: NodeList;
  /** The node that the wallet reads from. */
  readonly used: NodeSettings | undefined;
  /** Whether the wallet itself chose the used node, since the preferred one is away. */
  readonly standIn: boolean;
  /** Reads from the first node of this list. */
  set(list: NodeList): void;
}

export function createNodes(chain: Pick<NodeControl, 'use' | 'node'>): Nodes {
  let list = NO_NODES;
  return {
    get list() {
      return list;
    },
    get used() {
      return chain.node;
    },
    standIn: false,
    set: (next) => {
      chain.use(next.nodes[0]);
      list = next;
    },
  };
}
