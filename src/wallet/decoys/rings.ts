/**
 * Chooses the rings of the outputs that we spend. An output has one request and one ring for ever: another attempt,
 * node or fee level uses the same ones, because our output would be the only one that different requests or rings
 * have in common.
 * Upstream: `wallet2::get_outs` (src/wallet/wallet2.cpp).
 */
import type { Commitment, PublicKey } from '../../base/brands.ts';
import { concatAll, equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { CryptoWorkers } from '../../ports/crypto-workers.ts';
import type { OutputDistribution, OutputInfo, OutputSource } from '../../ports/output-source.ts';
import type { Random } from '../../ports/random.ts';
import { commit } from '../../protocol/rct/amount.ts';
import { RING_SIZE } from '../../protocol/tx/rules.ts';
import { fault } from '../faults.ts';
import type { Draw, OwnedOutput } from '../state/records/outputs.ts';
import { checkHeights } from './distribution.ts';
import { drawFor, keptRing, type Earlier } from './draws.ts';

export interface RingMemberInfo {
  readonly index: number;
  readonly key: PublicKey;
  readonly commitment: Commitment;
}
export interface ChosenRing {
  /** Ascending by index. */
  readonly members: readonly RingMemberInfo[];
  readonly realIndex: number;
}

export interface RingDeps {
  readonly outputs: Pick<OutputSource, 'distribution' | 'outputs'>;
  readonly random: Random;
  readonly cryptoWorkers: CryptoWorkers;
  /** Draw and ring of an output from earlier payments. */
  readonly earlierOf: (output: OwnedOutput) => Earlier;
  /** Stores a draw for each output, in order. The node is asked only after this resolves. */
  readonly keepDraws: (draws: readonly Draw[], distribution: OutputDistribution) => Promise<void>;
  readonly signal?: AbortSignal;
}

/**
 * A ring for each output, in order. Faults: not_enough_outputs (too few of the drawn outputs are usable now; the next
 * attempt requests the same ones), decoys_suspicious (the node contradicts what we know; nothing was sent, and
 * nothing more was requested).
 */
export async function chooseRings(deps: RingDeps, spending: readonly OwnedOutput[]): Promise<ChosenRing[]> {
  const { outputs, random, cryptoWorkers, earlierOf, keepDraws, signal } = deps;
  const distribution = await outputs.distribution(signal);
  const draws = drawFor(random, distribution, spending, earlierOf);
  await keepDraws(draws, distribution);
  // In ascending order, so that the order does not show which one is ours.
  const requested = draws.map(({ indices }) => [...indices].sort((a, b) => a - b));
  const answers = await outputs.outputs(
    requested.flatMap((indices) => indices.map((index) => ({ amount: 0n, index }))),
    signal,
  );
  checkHeights(distribution, requested.flat(), answers);
  let at = 0;
  const answered = requested.map((indices, i) => {
    const infos = new Map(indices.map((index, j) => [index, answers[at + j]!]));
    at += indices.length;
    const kept = keptRing(spending[i]!, earlierOf(spending[i]!));
    const order = [...new Set([spending[i]!.globalIndex, ...(kept ?? draws[i]!.indices)])];
    return { order, kept: kept !== undefined, infos, candidates: candidatesOf(order, infos) };
  });
  // The members that the rings need if all are valid points, checked in one batch for all rings.
  const firstChoices = answered.flatMap(({ candidates }) => candidates.slice(0, RING_SIZE - 1));
  const checkedMembers = readChecks(firstChoices, await cryptoWorkers.primeSubgroup(pointsOf(firstChoices)));
  return spending.map((output, i) => {
    const { order, kept, infos, candidates } = answered[i]!;
    return fillRing(output, order, infos, validPoints(candidates, checkedMembers), kept);
  });
}

const fillRing = (
  output: OwnedOutput,
  order: readonly number[],
  infos: ReadonlyMap<number, OutputInfo>,
  isValid: (info: OutputInfo) => boolean,
  kept: boolean,
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
    if (!info?.unlocked || keys.has(toHex(info.key)) || !isValid(info)) {
      // A stored ring with an invalid member must not be changed silently: nodes have seen its members.
      if (kept && index !== output.globalIndex)
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

/** Members to check, in order. The first is our own output and needs no check. */
const candidatesOf = (order: readonly number[], infos: ReadonlyMap<number, OutputInfo>): OutputInfo[] =>
  order
    .slice(1)
    .flatMap((index) => infos.get(index) ?? [])
    .filter((info) => info.unlocked && isWhole(info));

const pointsOf = (infos: readonly OutputInfo[]): Uint8Array =>
  concatAll(infos.flatMap(({ key, mask }) => [key, mask]));
const readChecks = (infos: readonly OutputInfo[], fine: Uint8Array): Map<OutputInfo, boolean> =>
  new Map(infos.map((info, i) => [info, fine[2 * i] === 1 && fine[2 * i + 1] === 1]));

/** True if key and commitment are points of the prime-order subgroup; checked in batches as members are needed. */
const validPoints = (
  candidates: readonly OutputInfo[],
  checkedMembers: ReadonlyMap<OutputInfo, boolean>,
): ((info: OutputInfo) => boolean) => {
  const known = new Map(checkedMembers);
  return (info) => {
    if (!isWhole(info)) return false;
    if (!known.has(info)) {
      const from = candidates.indexOf(info);
      const some = candidates.slice(from, from + RING_SIZE - 1);
      for (const [each, fine] of readChecks(some, kernel.primeSubgroupBatch(pointsOf(some))))
        known.set(each, fine);
    }
    return known.get(info) === true;
  };
};
