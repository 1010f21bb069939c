/**
 * Private questions: which outputs the wallet spends, which transactions are its own. One node is asked about one of
 * these things. A record with the thing names the node, so that the wallet asks no other one unless the person chose
 * that node afterwards.
 */
import { fault } from '../faults.ts';
import type { AskedNode } from '../state/records/outputs.ts';
import { nodeAt, type NodeList } from './node-list.ts';

/**
 * Fault asked_elsewhere when another node than `address` was asked before and the person has not chosen `address` since.
 * `before` is undefined in records of earlier versions, which had one node: the first of the list.
 */
export function requireSameNode(list: NodeList, address: string, before: AskedNode | undefined): void {
  const first = list.nodes[0]?.address ?? address;
  const other = before?.node ?? first;
  if (other === address) return;
  const chosenSince = before?.choice !== list.chosenAt || !nodeAt(list, other);
  if (address === first && chosenSince) return;
  throw fault('asked_elsewhere', { address, other });
}

/** Fault asked_elsewhere when the wallet chose the node itself: for questions that leave no record of who was asked. */
export function requireChosenNode({ nodes }: NodeList, address: string): void {
  const first = nodes[0]?.address ?? address;
  if (first !== address) throw fault('asked_elsewhere', { address, other: first });
}
