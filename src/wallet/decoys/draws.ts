/**
 * Draws the output indices to request from the node for an output that we spend. They are drawn once per output and
 * stored for ever: whatever a node answers, the next request for this output contains the same indices, because our
 * output would be the only index that different requests have in common.
 * Upstream: `wallet2::get_outs` (src/wallet/wallet2.cpp), `tx_sanity_check`
 * (src/cryptonote_core/tx_sanity_check.cpp).
 */
import type { OutputDistribution } from '../../ports/output-source.ts';
import type { Random } from '../../ports/random.ts';
import { RING_SIZE } from '../../protocol/tx/rules.ts';
import { fault } from '../faults.ts';
import type { Draw, OwnedOutput, Ring } from '../state/records/outputs.ts';
import { createGammaPicker, shuffled, type GammaPicker } from './gamma.ts';

/** Indices asked per input, the real one among them: 1.5 rings, one, and a reserve for locked coinbase outputs. */
const REQUESTED = Math.floor(RING_SIZE * 1.5 + 1) + 50;
const TRIES = 3;
/** With a false distribution almost every draw may be a duplicate; with a real one about a hundred draws suffice. */
const MAX_DRAWS = 200_000;

/** Draw and ring of an output from an earlier payment. */
export interface Earlier {
  readonly ring: Ring | undefined;
  readonly draw: Draw | undefined;
}

/**
 * A draw for each output, in order; reuses earlier ones. Faults: not_enough_outputs (the chain is too young),
 * output_not_spendable (ring), decoys_suspicious (the distribution cannot be true).
 */
export function drawFor(
  random: Random,
  distribution: OutputDistribution,
  spending: readonly OwnedOutput[],
  earlierOf: (output: OwnedOutput) => Earlier,
): Draw[] {
  const total = distribution.cumulative.at(-1) ?? 0;
  const highest = spending.reduce((max, { globalIndex }) => Math.max(max, globalIndex), 0);
  if (highest >= total)
    throw fault('decoys_suspicious', { why: 'the distribution ends before our own output' });
  const picker = createGammaPicker(random, distribution);
  if (picker.usable < RING_SIZE)
    throw fault('not_enough_outputs', { available: picker.usable, needed: RING_SIZE });
  const earlier = spending.map(earlierOf);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const draws = spending.map((output, i) => drawAround(random, picker, output, earlier[i]!));
    // The rings that result if every member is usable.
    const firstRings = draws.map(
      ({ indices }, i) => keptRing(spending[i]!, earlier[i]!) ?? indices.slice(0, RING_SIZE),
    );
    if (passesSanityCheck(firstRings, total)) return draws;
  }
  // The chain may have outgrown a ring of an earlier attempt, which never changes.
  const kept = spending.flatMap((output, i) => {
    const ring = keptRing(output, earlier[i]!) ?? earlier[i]!.draw?.indices.slice(0, RING_SIZE);
    return ring ? [ring] : [];
  });
  if (!passesSanityCheck(kept, total)) throw fault('output_not_spendable', { reason: 'ring' });
  throw fault('decoys_suspicious', { why: 'the picks crowd together: the distribution looks wrong' });
}

/** The members of an earlier ring, if it contains the output's current index. */
export function keptRing({ globalIndex }: OwnedOutput, { ring }: Earlier): readonly number[] | undefined {
  return ring?.indices.includes(globalIndex) ? ring.indices : undefined;
}

const drawAround = (random: Random, picker: GammaPicker, output: OwnedOutput, earlier: Earlier): Draw => {
  const { draw } = earlier;
  if (draw && serves(draw, output, earlier)) return draw;
  // A reorg may give the output another index: then only this index is replaced. Indices that are in the ring but not
  // in the draw come from an older version of this wallet or from another multisig signer.
  const [moved, ...others] = draw?.indices ?? [];
  const members = (earlier.ring?.indices ?? []).filter((index) => index !== moved);
  const indices = [...new Set([output.globalIndex, ...members, ...others])].slice(0, REQUESTED);
  if (picker.usable <= REQUESTED) {
    // On a small chain all outputs are requested, and used in random order.
    const all = Array.from({ length: picker.usable }, (_, index) => index);
    const rest = all.filter((index) => !indices.includes(index));
    return { indices: [...indices, ...shuffled(random, rest)].slice(0, REQUESTED) };
  }
  const seen = new Set(indices);
  for (let draws = 0; indices.length < REQUESTED && draws < MAX_DRAWS; draws++) {
    const index = picker.pick();
    if (index === undefined || seen.has(index)) continue;
    seen.add(index);
    indices.push(index);
  }
  return { indices };
};

const serves = ({ indices }: Draw, output: OwnedOutput, earlier: Earlier): boolean =>
  indices[0] === output.globalIndex &&
  (keptRing(output, earlier) ?? []).every((index) => indices.includes(index));

/** There are enough different members, and not all of them are old: upstream's `tx_sanity_check`. */
const passesSanityCheck = (rings: readonly (readonly number[])[], total: number): boolean => {
  const all = rings.flat();
  if (all.length <= 10 || total < 10_000) return true;
  const unique = [...new Set(all)].sort((a, b) => a - b);
  return unique.length >= all.length * 0.8 && unique[Math.floor(unique.length / 2)]! >= total * 0.6;
};
