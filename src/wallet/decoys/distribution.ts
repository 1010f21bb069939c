/**
 * Checks whether a node's output distribution can be true. A false one could move all decoys away from the real
 * output, which would then stand out in every ring. So it must agree with every scanned block, with our own outputs
 * with distributions accepted before, and with what this build knows of mainnet; the rest must be plausible. A
 * distribution is never measured against itself alone. Upstream checks length, order and total only (`wallet2::get_outs`,
 * src/wallet/wallet2.cpp).
 */
import type { OutputDistribution, OutputInfo } from '../../ports/output-source.ts';
import { fault } from '../faults.ts';
import { isFromDistribution } from '../ledger/output-counts.ts';
import { SPENDABLE_AGE } from '../../base/chain.ts';
import type { WalletState } from '../state/state.ts';

/** A chain with fewer outputs is young or a test chain: its plausibility is not checked. */
const SMALL_CHAIN = 100_000;
/** A mainnet block has about a hundred outputs. Thousands are possible only after months of growing blocks. */
const MOST_IN_A_BLOCK = 10_000;
/** Largest accepted ratio of the output rates of two periods. Floods of transactions multiplied the rate by five. */
const RATE_FACTOR = 8;
const BLOCKS_IN_A_YEAR = 262_800;
/** Largest accepted ratio of the mean rate of years to that of the last one. */
const YEAR_FACTOR = 3;
/** The blocks of about a week. */
const RUN = 5000;
/** The first block of mainnet that could have RingCT outputs (version 4). */
const FIRST_RINGCT_BLOCK = 1_220_516;
/**
 * An output of mainnet that the network has buried under years of blocks: the first one of transaction
 * 45b27c7cde61cdbb05b957241a4cc698665f7fbc55af62c84cab45f71b879a15, as nodes answer get_transactions.
 */
const KNOWN_OUTPUT = { height: 3_169_795, index: 106_312_029 };
/** Outputs per block between the two. */
const KNOWN_RATE = KNOWN_OUTPUT.index / (KNOWN_OUTPUT.height - FIRST_RINGCT_BLOCK);
/** A rate is computed from at least this many scanned blocks. */
const BLOCKS_FOR_A_RATE = 100;

const suspicious = (why: string): Error => fault('decoys_suspicious', { why });

/** Number of RingCT outputs after the block at `height`. */
const countAfter = ({ startHeight, cumulative }: OutputDistribution, height: number): number =>
  height < startHeight ? 0 : (cumulative[height - startHeight] ?? Infinity);

/** True if the output with this index can be in the block at `height`. */
export function liesIn(distribution: OutputDistribution, index: number, height: number): boolean {
  return countAfter(distribution, height - 1) <= index && index < countAfter(distribution, height);
}

/** Fault decoys_suspicious. */
export function checkDistribution(state: WalletState, distribution: OutputDistribution): void {
  const end = distribution.startHeight + distribution.cumulative.length;
  if (end + SPENDABLE_AGE < state.height)
    throw suspicious('the distribution ends below blocks that were read');
  /** A reorg may have replaced blocks above this height. */
  const settled = Math.min(end, state.height) - SPENDABLE_AGE;
  for (const [key, known] of state.tables.outputCounts) {
    const height = Number(key);
    if (height < settled && countAfter(distribution, height) !== known.count)
      throw suspicious(
        isFromDistribution(known)
          ? 'the distribution differs from the one that the node sent before'
          : 'the distribution differs from the blocks that were read',
      );
  }
  for (const { rct, globalIndex, height } of state.outputs)
    if (rct && height > 0 && height < settled && !liesIn(distribution, globalIndex, height))
      throw suspicious('the distribution has our own output in another block');
  // Test networks may have any rate, and no privacy to protect.
  if (state.account.network === 'mainnet') checkPlausible(state, distribution);
}

/** Counts that no scanned block contradicts must still look like those of a chain in use. */
const checkPlausible = (state: WalletState, distribution: OutputDistribution): void => {
  const { cumulative, startHeight } = distribution;
  const length = cumulative.length;
  const total = cumulative.at(-1) ?? 0;
  if (total < SMALL_CHAIN) return;
  /** True if it reaches blocks that only mainnet has: a test chain with addresses of mainnet is short. */
  const isMainnet = startHeight + length > KNOWN_OUTPUT.height + SPENDABLE_AGE;
  if (
    isMainnet &&
    (countAfter(distribution, FIRST_RINGCT_BLOCK - 1) > 0 ||
      !liesIn(distribution, KNOWN_OUTPUT.index, KNOWN_OUTPUT.height))
  )
    throw suspicious('the distribution differs from the chain that this version knows');
  let before = 0;
  // The wallet asks for the whole chain, so the first entry is one block as well.
  for (const count of cumulative) {
    if (count - before > MOST_IN_A_BLOCK)
      throw suspicious('the distribution has a block of too many outputs');
    before = count;
  }
  const rate = (from: number, to: number): number =>
    (cumulative[to]! - cumulative[from]!) / Math.max(1, to - from);
  // Decoys are drawn by the rate of the last year, so this rate decides how old they are.
  const year = rate(Math.max(0, length - 1 - BLOCKS_IN_A_YEAR), length - 1);
  const known = scannedRate(state) ?? (isMainnet ? KNOWN_RATE : rate(0, length - 1));
  if (year * RATE_FACTOR < known || year > known * RATE_FACTOR)
    throw suspicious('the distribution has another pace in the last year than the chain had before');
  if (isMainnet) checkSinceKnown(state, distribution, year);
  // With too many of the newest outputs, which are picked rarely, all decoys would be too old.
  for (const newest of [SPENDABLE_AGE, 100, 1000])
    if (
      length > newest &&
      rate(length - 1 - newest, length - 1) > RATE_FACTOR * year + MOST_IN_A_BLOCK / newest
    )
      throw suspicious('the distribution has too many outputs in the newest blocks');
};

/**
 * Between the output that this version knows and the blocks that were read, the number of outputs is certain, and so is their
 * mean: outputs that are missing in the last year would have to be elsewhere between the two.
 */
const checkSinceKnown = (
  state: WalletState,
  { startHeight, cumulative }: OutputDistribution,
  year: number,
): void => {
  const { high } = scannedBlocks(state);
  if (!high || high.height - KNOWN_OUTPUT.height < RUN) return;
  const mean = (high.count - KNOWN_OUTPUT.index) / (high.height - KNOWN_OUTPUT.height);
  if (year * YEAR_FACTOR < mean)
    throw suspicious('the distribution has too few outputs in the last year for the blocks that were read');
  for (let from = KNOWN_OUTPUT.height - startHeight; from + RUN < cumulative.length; from += RUN) {
    const rate = (cumulative[from + RUN]! - cumulative[from]!) / RUN;
    if (rate > RATE_FACTOR * mean || rate * RATE_FACTOR < mean)
      throw suspicious('the distribution has a week of another pace than the chain has');
  }
};

interface Scanned {
  readonly height: number;
  /** Outputs up to this block. */
  readonly count: number;
}

/** The lowest and the highest block that was read; undefined when there is none. */
const scannedBlocks = ({
  tables,
}: WalletState): { readonly low?: Scanned | undefined; readonly high?: Scanned | undefined } => {
  const scanned = [...tables.outputCounts]
    .flatMap(([key, known]) =>
      isFromDistribution(known) ? [] : [{ height: Number(key), count: known.count }],
    )
    .sort((a, b) => a.height - b.height);
  return { low: scanned[0], high: scanned.at(-1) };
};

/** Outputs per block in all scanned blocks; undefined when there are too few. */
const scannedRate = (state: WalletState): number | undefined => {
  const { low, high } = scannedBlocks(state);
  if (!low || !high || high.height - low.height < BLOCKS_FOR_A_RATE) return undefined;
  return (high.count - low.count) / (high.height - low.height);
};

/** Fault decoys_suspicious when the node says that an output is in a block whose indices do not contain it. */
export function checkHeights(
  distribution: OutputDistribution,
  indices: readonly number[],
  answers: readonly (OutputInfo | undefined)[],
): void {
  for (const [i, index] of indices.entries()) {
    const answer = answers[i];
    if (answer && !liesIn(distribution, index, answer.height))
      throw suspicious('the node shows an output in another block than its distribution does');
  }
}
