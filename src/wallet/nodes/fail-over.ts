/**
 * Chooses the node that the wallet reads from: the first of the list, or, while that one is away, the next one that
 * answers a check (network, synchronised, not behind the wallet). It chooses only at the start of a pass of the sync and
 * after a failed one, so it asks no faster than the sync does. When the first node is well again, the wallet returns to
 * it by itself.
 */
import { isFault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeControl, NodeSettings } from '../../ports/node-control.ts';
import { fault } from '../faults.ts';
import type { Outages } from './outages.ts';
import type { NodeList } from './node-list.ts';

export interface FailOverDeps {
  readonly chain: Pick<NodeControl, 'use' | 'node' | 'check'>;
  readonly clock: Clock;
  readonly outages: Outages;
  readonly list: () => NodeList;
}

/** A check that takes longer fails. */
const CHECK_SECONDS = 15;

/** `height`: blocks read so far. Resolves to true if another node is in use now. Rejects when `signal` is aborted. */
export async function chooseNode(deps: FailOverDeps, height: number, signal: AbortSignal): Promise<boolean> {
  const { chain, outages, list } = deps;
  const before = chain.node;
  const first = list().nodes[0];
  if (!before || !first) return false;
  const standIn = before.address !== first.address;
  if (standIn && outages.isDue(first.address) && (await isWell(deps, first, height, signal)))
    return useInstead(deps, before, first);
  if (!outages.outageOf(before.address)) return false;
  for (const node of readable(list())) {
    if (node.address === before.address || !outages.isDue(node.address)) continue;
    if (await isWell(deps, node, height, signal)) return useInstead(deps, before, node);
  }
  // No node answers: ask the first one at the pace of the sync.
  return standIn && useInstead(deps, before, first) && false;
}

/** Nodes that the wallet may read from: nodes with a role do nothing else, except the first one. */
const readable = ({ nodes, send, compare }: NodeList): readonly NodeSettings[] =>
  nodes.filter(({ address }, i) => i === 0 || (address !== send && address !== compare));

/** The person may have chosen another node during the check: then that one stays. */
const useInstead = ({ chain }: FailOverDeps, before: NodeSettings, node: NodeSettings): boolean => {
  if (chain.node !== before) return false;
  chain.use(node);
  return true;
};

const isWell = async (
  { chain, clock, outages }: FailOverDeps,
  node: NodeSettings,
  height: number,
  signal: AbortSignal,
): Promise<boolean> => {
  const { address } = node;
  const end = new AbortController();
  const abort = (): void => {
    end.abort();
  };
  signal.addEventListener('abort', abort, { once: true });
  let late = false as boolean;
  clock.sleep(CHECK_SECONDS * 1000, end.signal).then(
    () => {
      late = true;
      abort();
    },
    () => undefined,
  );
  try {
    const { tip } = await chain.check(node, end.signal);
    if (tip.height < height)
      throw fault('node_not_synchronised', { address, height: tip.height, target: height });
    outages.well(address);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!isFault(error)) throw error;
    outages.unwell(address, late ? fault('node_timeout', { address, seconds: CHECK_SECONDS }) : error);
    return false;
  } finally {
    signal.removeEventListener('abort', abort);
    abort();
  }
};
