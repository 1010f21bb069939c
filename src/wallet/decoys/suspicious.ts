/**
 * Counts the suspicious answers of a node to the request for ring members of an output. Whether the wallet goes on after
 * a false answer tells the node something about the output that is spent, so a node gets few such tries: then it is not
 * asked about this output any more, and about no other one until the person chooses a node again.
 */
import { fault } from '../faults.ts';
import type { AskedNode, Draw } from '../state/records/outputs.ts';

/** One may come from a node behind the tip: several nodes can share an address. */
const MAX_SUSPICIOUS_ANSWERS = 2;

const timesOf = (draw: Draw | undefined, node: string): number =>
  draw?.suspicious?.find((each) => each.node === node)?.times ?? 0;

/** `spending`: the draws of the outputs that are spent now. Fault decoys_suspicious. */
export function requireTrusted(
  draws: Iterable<Draw>,
  spending: readonly (Draw | undefined)[],
  { node, choice }: AskedNode,
): void {
  const isDistrusted = ({ suspicious = [] }: Draw): boolean =>
    suspicious.some(
      (each) => each.node === node && each.choice === choice && each.times >= MAX_SUSPICIOUS_ANSWERS,
    );
  if (spending.some((draw) => timesOf(draw, node) >= MAX_SUSPICIOUS_ANSWERS) || [...draws].some(isDistrusted))
    throw fault('decoys_suspicious', { why: 'the node gave suspicious answers before' });
}

/** The draw with one more suspicious answer of this node. */
export function withSuspicious(draw: Draw, askedNode: AskedNode): Draw {
  const others = (draw.suspicious ?? []).filter(({ node }) => node !== askedNode.node);
  return { ...draw, suspicious: [...others, { ...askedNode, times: timesOf(draw, askedNode.node) + 1 }] };
}
