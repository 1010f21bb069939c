/** The nodes of the session: the list, the node that the wallet reads from, and who gets transactions. */
import type { Clock } from '../../ports/clock.ts';
import type { NodeControl, NodePorts, NodeSettings } from '../../ports/node-control.ts';
import type { Random } from '../../ports/random.ts';
import { fault } from '../faults.ts';
import type { AskedNode } from '../state/records/outputs.ts';
import { chooseNode } from './fail-over.ts';
import { createOutages, type Outage, type Question } from './outages.ts';
import { createComparison, type Comparison } from './comparison.ts';
import { NO_NODES, type NodeList } from './node-list.ts';
import { requireChosenNode, requireSameNode } from './private-questions.ts';
import { createReceivers, type Receivers } from './receivers.ts';

export interface NodesDeps {
  readonly chain: NodeControl & NodePorts;
  readonly clock: Clock;
  readonly random: Random;
  /** Called when another node is in use, or when the nodes begin or cease to disagree. */
  readonly changed: () => void;
}

/** The relay that the wallet reads from, and the nodes of the list that its answers are compared with. */
export interface RelayInUse {
  readonly address: string;
  readonly ports: NodePorts;
  readonly others: readonly { readonly address: string; readonly ports: NodePorts }[];
}

export interface Nodes {
  readonly list: NodeList;
  readonly used: NodeSettings | undefined;
  /** True if the wallet itself chose the used node, since the preferred one is away. */
  readonly standIn: boolean;
  /** The preferred node, while it is away. */
  readonly outage: (Outage & { readonly address: string }) | undefined;
  /** Reads from the first node of this list. Fault bad_node_address; then nothing changes. */
  set(list: NodeList): void;
  /** Chooses the node to read from: see fail-over.ts. */
  choose(height: number, signal: AbortSignal): Promise<boolean>;
  /** Undefined when the node in use is no relay. */
  relayInUse(): RelayInUse | undefined;
  /** Runs a question to the node in use, and notes how it ended. */
  tracked<T>(question: Question, ask: () => Promise<T>): Promise<T>;
  readonly comparison: Comparison;
  readonly receivers: Receivers;
  /**
   * The node in use, for a question about things of which the nodes `before` were asked earlier. Further requests go to
   * the same node even if the wallet reads from another one meanwhile. Faults no_node, asked_elsewhere, nodes_disagree.
   */
  forPrivate(
    before: readonly (AskedNode | undefined)[],
  ): Promise<{ readonly node: NodePorts; readonly asked: AskedNode }>;
  /** The node for questions that leave no record: never a node that the wallet itself chose. */
  chosenNode(): NodePorts;
}

export function createNodes({ chain, clock, random, changed }: NodesDeps): Nodes {
  let list = NO_NODES;
  const outages = createOutages({ clock, random });
  const comparison = createComparison({ chain, clock, random, list: () => list, changed });
  const isStandIn = (): boolean => {
    const first = list.nodes[0];
    return first !== undefined && chain.node !== undefined && chain.node.address !== first.address;
  };
  const usedNode = (): NodeSettings => {
    if (!chain.node) throw fault('no_node');
    return chain.node;
  };
  return {
    get list() {
      return list;
    },
    get used() {
      return chain.node;
    },
    get standIn() {
      return isStandIn();
    },
    get outage() {
      const address = list.nodes[0]?.address ?? '';
      const outage = outages.outageOf(address);
      return outage && { address, ...outage };
    },
    set: (next) => {
      chain.use(next.nodes[0]);
      list = next;
      outages.clear();
      comparison.clear();
    },
    choose: async (height, signal) => {
      const other = await chooseNode({ chain, clock, outages, list: () => list }, height, signal);
      if (other) changed();
      return other;
    },
    comparison,
    relayInUse: () => {
      const { node } = chain;
      if (node?.kind !== 'relay') return undefined;
      const at = (settings: NodeSettings) => ({ address: settings.address, ports: chain.at(settings) });
      return { ...at(node), others: witnessesOf(list).map(at) };
    },
    tracked: async (question, ask) => {
      const address = chain.node?.address;
      try {
        const answer = await ask();
        if (address !== undefined) outages.answered(address, question);
        return answer;
      } catch (error) {
        if (address !== undefined) outages.failed(address, question, error);
        throw error;
      }
    },
    receivers: createReceivers(chain, () => list, comparison),
    forPrivate: async (before) => {
      await comparison.beforePrivate();
      const node = usedNode();
      for (const each of before) requireSameNode(list, node.address, each);
      return { node: chain.at(node), asked: { node: node.address, choice: list.chosenAt } };
    },
    chosenNode: () => {
      const { node } = chain;
      // Without a node each question rejects with no_node.
      if (!node) return chain;
      requireChosenNode(list, node.address);
      return chain.at(node);
    },
  };
}

/** Nodes proper, the one for comparing first. The one for sending gets no other questions. */
const witnessesOf = ({ nodes, send, compare }: NodeList): readonly NodeSettings[] =>
  nodes
    .filter(({ kind, address }) => kind === undefined && address !== send)
    .sort((a, b) => Number(b.address === compare) - Number(a.address === compare));
