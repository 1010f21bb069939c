/**
 * Selects outputs to spend: two inputs if possible, as other wallets do; outputs that are hard to link; those of one
 * address before those of several.
 * Upstream: `wallet2::pop_best_value`, `pick_preferred_rct_inputs`, `create_transactions_2`.
 */
import { sumAmounts } from '../../base/amount.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { Random } from '../../ports/random.ts';
import { below } from '../decoys/gamma.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';

/** In piconero: an output this large becomes a second input only if more than `KEEP_LARGE` of them are left. */
const LARGE = 2_000_000_000_000n;
const KEEP_LARGE = 5;

/** How strongly spending two outputs together links them: 0 (not at all) to 1 (same transaction). */
export function relatedness(a: OwnedOutput, b: OwnedOutput): number {
  if (equalBytes(a.txid, b.txid)) return 1;
  const distance = Math.abs(a.height - b.height);
  if (distance === 0) return 0.9;
  if (distance === 1) return 0.8;
  return distance < 10 ? 0.2 : 0;
}

export interface Selection {
  readonly random: Random;
  readonly candidates: readonly OwnedOutput[];
  /** Amount and fee that `n` inputs must cover; not less for more inputs. */
  readonly needed: (n: number) => bigint;
  readonly maxInputs: number;
  /** Outputs that must be spent; default none. They need not be candidates. */
  readonly required?: readonly OwnedOutput[];
  /** Spend a single output if possible, and a small one: other transactions of the payment need the rest. */
  readonly sparing?: boolean;
}

/** Outputs whose sum is enough; undefined when even all of them, or the best `maxInputs`, are not. */
export function selectInputs(selection: Selection): OwnedOutput[] | undefined {
  const { required = [] } = selection;
  return required.length > 0 ? withRequired(selection, required) : selectFreely(selection);
}

const withRequired = (
  { random, candidates, needed, maxInputs, sparing = false }: Selection,
  required: readonly OwnedOutput[],
): OwnedOutput[] | undefined => {
  const have = sumAmounts(required);
  if (required.length > maxInputs) return undefined;
  if (have >= needed(required.length)) return [...required];
  const more = selectFreely({
    random,
    candidates: candidates.filter((each) => !required.includes(each)),
    needed: (n) => needed(n + required.length) - have,
    maxInputs: maxInputs - required.length,
    sparing,
  });
  return more && [...required, ...more];
};

const selectFreely = (selection: Selection): OwnedOutput[] | undefined => {
  const { candidates, needed, maxInputs, sparing } = selection;
  const least = needed(1);
  const [first, ...others] = candidates.filter(({ amount }) => amount >= least);
  if (first && sparing)
    return [others.reduce((smallest, each) => (each.amount < smallest.amount ? each : smallest), first)];
  if (first) return withSecondInput(selection, first);
  const largest = [...candidates].sort((a, b) => (b.amount > a.amount ? 1 : -1));
  const pair = bestPair(largest, needed(2));
  if (pair) return pair;
  const fitting = largest.slice(0, maxInputs);
  if (sumAmounts(fitting) < least) return undefined;
  return gather(selection) ?? fewest(fitting, needed);
};

/** The first of these outputs, as many as are enough; undefined when all of them are not. */
const fewest = (largest: readonly OwnedOutput[], needed: Selection['needed']): OwnedOutput[] | undefined => {
  let sum = 0n;
  for (const [i, { amount }] of largest.entries()) {
    sum += amount;
    if (sum >= needed(i + 1)) return largest.slice(0, i + 1);
  }
  return undefined;
};

/** Adds a second, small and unrelated input, so that the transaction looks like most others. */
const withSecondInput = ({ candidates, needed }: Selection, first: OwnedOutput): OwnedOutput[] => {
  const large = candidates.filter(({ amount }) => amount >= LARGE).length;
  const secondInput = candidates
    .filter((each) => each !== first && each.subaddress.minor === first.subaddress.minor)
    .filter((each) => relatedness(first, each) === 0 && (each.amount < LARGE || large > KEEP_LARGE))
    .reduce<OwnedOutput | undefined>(
      (best, each) => (best && best.amount <= each.amount ? best : each),
      undefined,
    );
  return secondInput && first.amount + secondInput.amount >= needed(2) ? [first, secondInput] : [first];
};

const PAIR_CANDIDATES = 200;

const bestPair = (largest: readonly OwnedOutput[], target: bigint): OwnedOutput[] | undefined => {
  let best: { pair: OwnedOutput[]; relation: number } | undefined;
  // Compares pairs of the largest outputs only: with all outputs of a huge wallet it would take too long.
  const some = largest.slice(0, PAIR_CANDIDATES);
  for (const [i, a] of some.entries())
    for (const b of some.slice(i + 1)) {
      if (a.amount + b.amount < target) break;
      if (a.subaddress.minor !== b.subaddress.minor) continue;
      const relation = relatedness(a, b);
      if (relation === 0) return [a, b];
      if (!best || relation < best.relation) best = { pair: [a, b], relation };
    }
  return best?.pair;
};

/**
 * Takes outputs address by address, richest first; within one the least related output, at random among equals. Undefined
 * when `maxInputs` of them are not enough, as when there are many small outputs among a few large ones.
 */
const gather = ({ random, candidates, needed, maxInputs }: Selection): OwnedOutput[] | undefined => {
  const byMinor = new Map<number, OwnedOutput[]>();
  for (const each of candidates) {
    const list = byMinor.get(each.subaddress.minor);
    if (list) list.push(each);
    else byMinor.set(each.subaddress.minor, [each]);
  }
  const addresses = [...byMinor.values()].sort((a, b) => (sumAmounts(b) > sumAmounts(a) ? 1 : -1));
  const chosen: OwnedOutput[] = [];
  let sum = 0n;
  for (const address of addresses) {
    const left = address.map((output) => ({ output, relation: 0, compared: 0 }));
    while (left.length > 0) {
      if (sum >= needed(chosen.length) && chosen.length > 0) return chosen;
      if (chosen.length === maxInputs) return undefined;
      const next = popLeastRelated(random, left, chosen);
      chosen.push(next);
      sum += next.amount;
    }
  }
  return sum >= needed(chosen.length) ? chosen : undefined;
};

/** A candidate with its greatest relation to the first `compared` of the chosen outputs. */
interface Candidate {
  readonly output: OwnedOutput;
  relation: number;
  compared: number;
}

const popLeastRelated = (random: Random, left: Candidate[], chosen: readonly OwnedOutput[]): OwnedOutput => {
  let least = Infinity;
  let best: number[] = [];
  for (const [position, each] of left.entries()) {
    for (; each.compared < chosen.length; each.compared++)
      each.relation = Math.max(each.relation, relatedness(each.output, chosen[each.compared]!));
    if (each.relation < least) {
      least = each.relation;
      best = [position];
    } else if (each.relation === least) best.push(position);
  }
  return left.splice(best[below(random, best.length)]!, 1)[0]!.output;
};
