/**
 * The rings around the outputs we spend. One ring per output for ever: a retry, another node or another fee level
 * uses the same members, so that answers cannot be intersected.
 * Upstream: `wallet2::get_outs` (src/wallet/wallet2.cpp), `tx_sanity_check`.
 */
import { concat, equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Crew } from '../../ports/crew.ts';
import type { OutputDistribution, OutputInfo, OutputSource } from '../../ports/output-source.ts';
import type { Random } from '../../ports/random.ts';
import { commit } from '../../protocol/rct/amount.ts';
import { fault } from '../faults.ts';
import type { OwnedOutput, Ring } from '../state/types.ts';
import { createGammaPicker, shuffled } from './gamma.ts';

export const RING_SIZE = 16;
/** Asked for per input: 1.5 rings and one, plus room for locked coinbase; the real output hides among them. */
const ASKED = Math.floor(RING_SIZE * 1.5 + 1) + 50;
const TRIES = 3;
/** A distribution can be made up so that hardly any draw finds something new; a real one needs a hundred. */
const MAX_DRAWS = 200_000;

export interface RingMemberInfo {
  readonly index: number;
  readonly key: Uint8Array;
  readonly commitment: Uint8Array;
}
export interface ChosenRing {
  /** Ascending by index. */
  readonly members: readonly RingMemberInfo[];
  readonly realIndex: number;
}

export interface RingDeps {
  readonly outputs: OutputSource;
  readonly random: Random;
  readonly crew: Crew;
  /** Rings chosen before, by key image. */
  readonly knownRing: (output: OwnedOutput) => Ring | undefined;
  readonly signal?: AbortSignal;
}

/**
 * A ring for each output, in order. Faults: not_enough_outputs (the chain is too young), decoys_suspicious (the node
 * contradicts what we know; nothing was sent and nothing more was asked).
 */
export const chooseRings = async (
  deps: RingDeps,
  spending: readonly OwnedOutput[],
): Promise<ChosenRing[]> => {
  const distribution = await deps.outputs.distribution(deps.signal);
  const wanted = pickRequests(deps, distribution, spending);
  const answers = await deps.outputs.outputs(
    wanted.flatMap(({ sorted }) => sorted.map((index) => ({ amount: 0n, index }))),
    deps.signal,
  );
  let at = 0;
  const answered = wanted.map(({ sorted, order, known }) => {
    const infos = new Map(sorted.map((index, j) => [index, answers[at + j]!]));
    at += sorted.length;
    return { order, known, infos, candidates: candidatesOf(order, infos) };
  });
  // What rings need if nothing is amiss, of all of them at once.
  const likely = answered.flatMap(({ candidates }) => candidates.slice(0, RING_SIZE - 1));
  const judged = readVerdicts(likely, await deps.crew.primeSubgroup(pointsOf(likely)));
  return spending.map((output, i) => {
    const { order, known, infos, candidates } = answered[i]!;
    return fillRing(output, order, infos, soundness(candidates, judged), known);
  });
};

interface Request {
  /** As asked: ascending, so that the order says nothing. */
  readonly sorted: readonly number[];
  /** As picked: the ring is filled in this order, which the node never learns. */
  readonly order: readonly number[];
  readonly known: Ring | undefined;
}

const pickRequests = (
  { random, knownRing }: RingDeps,
  distribution: OutputDistribution,
  spending: readonly OwnedOutput[],
): Request[] => {
  const total = distribution.cumulative.at(-1) ?? 0;
  const highest = spending.reduce((max, { globalIndex }) => Math.max(max, globalIndex), 0);
  if (highest >= total)
    throw fault('decoys_suspicious', { why: 'the distribution ends before our own output' });
  const picker = createGammaPicker(random, distribution);
  if (picker.usable < RING_SIZE)
    throw fault('not_enough_outputs', { available: picker.usable, needed: RING_SIZE });
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const requests = spending.map((output): Request => {
      const known = knownRing(output);
      const order = [...new Set([output.globalIndex, ...(known?.indices ?? [])])];
      const seen = new Set(order);
      if (picker.usable <= ASKED) {
        for (let index = 0; index < picker.usable; index++) if (!seen.has(index)) order.push(index);
        return { sorted: [...order].sort((a, b) => a - b), order: shuffleTail(random, order), known };
      }
      for (let draws = 0; order.length < ASKED && draws < MAX_DRAWS; draws++) {
        const index = picker.pick();
        if (index === undefined || seen.has(index)) continue;
        seen.add(index);
        order.push(index);
      }
      return { sorted: [...order].sort((a, b) => a - b), order, known };
    });
    // The rings as they will be, if the node calls all of it usable: what is asked beyond them may overlap.
    const likely = requests.map(({ order }) => order.slice(0, RING_SIZE));
    if (looksSane(likely, total)) return requests;
  }
  throw fault('decoys_suspicious', { why: 'the picks crowd together: the distribution looks wrong' });
};

/** A small chain is asked for everything: then the order of use must be random, not ascending. */
const shuffleTail = (random: Random, [real, ...rest]: readonly number[]): number[] => [
  real!,
  ...shuffled(random, rest),
];

/** Upstream `tx_sanity_check`: enough different members, and not all old. */
const looksSane = (asked: readonly (readonly number[])[], total: number): boolean => {
  const all = asked.flat();
  if (all.length <= 10 || total < 10_000) return true;
  const unique = [...new Set(all)].sort((a, b) => a - b);
  return unique.length >= all.length * 0.8 && unique[Math.floor(unique.length / 2)]! >= total * 0.6;
};

const fillRing = (
  output: OwnedOutput,
  order: readonly number[],
  infos: ReadonlyMap<number, OutputInfo>,
  isSound: (info: OutputInfo) => boolean,
  known: Ring | undefined,
): ChosenRing => {
  const real = infos.get(output.globalIndex);
  const commitment = commit({ amount: output.amount, mask: output.mask });
  if (!real || !equalBytes(real.key, output.key) || !equalBytes(real.mask, commitment))
    throw fault('decoys_suspicious', { why: 'the node shows our own output otherwise than the chain did' });
  if (!real.unlocked) throw fault('decoys_suspicious', { why: 'the node calls our own output locked' });
  const members: RingMemberInfo[] = [{ index: output.globalIndex, key: real.key, commitment: real.mask }];
  const keys = new Set([toHex(real.key)]);
  for (const index of order) {
    if (members.length === RING_SIZE) break;
    const info = infos.get(index);
    if (!info?.unlocked || keys.has(toHex(info.key)) || !isSound(info)) {
      // A kept ring that no longer holds must not be mended quietly: its members were seen.
      if (known?.indices.includes(index) && index !== output.globalIndex)
        throw fault('decoys_suspicious', { why: 'a member of the ring chosen before is no longer usable' });
      continue;
    }
    keys.add(toHex(info.key));
    members.push({ index, key: info.key, commitment: info.mask });
  }
  if (members.length < RING_SIZE)
    throw fault('not_enough_outputs', { available: members.length, needed: RING_SIZE });
  members.sort((a, b) => a.index - b.index);
  return { members, realIndex: members.findIndex(({ index }) => index === output.globalIndex) };
};

const isWhole = ({ key, mask }: OutputInfo): boolean => key.length === 32 && mask.length === 32;

/** What can be asked for soundness, in order. The first is our own: nobody asks. */
const candidatesOf = (order: readonly number[], infos: ReadonlyMap<number, OutputInfo>): OutputInfo[] =>
  order
    .slice(1)
    .flatMap((index) => infos.get(index) ?? [])
    .filter((info) => info.unlocked && isWhole(info));

const pointsOf = (infos: readonly OutputInfo[]): Uint8Array =>
  concat(...infos.flatMap(({ key, mask }) => [key, mask]));
const readVerdicts = (infos: readonly OutputInfo[], fine: Uint8Array): Map<OutputInfo, boolean> =>
  new Map(infos.map((info, i) => [info, fine[2 * i] === 1 && fine[2 * i + 1] === 1]));

/** Whether key and commitment are points of the prime subgroup: asked in batches, as long as members are needed. */
const soundness = (
  candidates: readonly OutputInfo[],
  judged: ReadonlyMap<OutputInfo, boolean>,
): ((info: OutputInfo) => boolean) => {
  const known = new Map(judged);
  return (info) => {
    if (!isWhole(info)) return false;
    if (!known.has(info)) {
      const from = candidates.indexOf(info);
      const some = candidates.slice(from, from + RING_SIZE - 1);
      for (const [each, fine] of readVerdicts(some, kernel.primeSubgroupBatch(pointsOf(some))))
        known.set(each, fine);
    }
    return known.get(info) === true;
  };
};
