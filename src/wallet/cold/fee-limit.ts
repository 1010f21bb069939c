/**
 * The highest fee that a signer accepts. The requesting device may try to burn money in a fee, and a signer without a
 * network cannot ask for current fees. It knows the weight of the transaction, which it computes itself, and the
 * highest rate per byte that the fee rules allow (`maxFees`). That rate grows with the block reward:
 *
 * - Mainnet pays the tail emission, since block 2,641,623 and for ever: at most 4,000,000 piconero per byte.
 * - A regtest chain has mainnet's addresses and pays up to 59 times as much, so it needs a higher limit. Such chains
 *   are short, and the set shows on which kind of chain it can be valid: it names ring members by global index, and a
 *   transaction with a wrong index is invalid. An index of 500,000 and above exists on mainnet only, and so does
 *   every chain on which this wallet has seen such an output or scanned a block at the height of the tail emission.
 *
 * So on mainnet the high limit applies only to a wallet whose coins are all from the first months of RingCT (2017)
 * and to sets with rings of such outputs only. There the fee share on the screen protects the owner.
 */
import { feeForWeight, maxFees } from '../../protocol/tx/fees.ts';
import { prefixOf, weightOf, type TxInputPlan } from '../spend/build-tx.ts';
import { outputKeys, type PlannedOutput } from '../spend/outputs.ts';
import type { AccountRecord, OwnedOutput } from '../state/types.ts';

const SHORT_CHAIN_OUTPUTS = 500_000;
const TAIL_EMISSION_HEIGHT = 2_641_623;
/** Wallets pay for the estimated weight, which may be some percent above the real one. */
const ESTIMATE_MARGIN_PERCENT = 10n;

/** Facts that show how old the chain is. */
export interface ChainAge {
  readonly outputs: readonly OwnedOutput[];
  /** Number of blocks that this wallet has scanned; 0 for a signer without a network. */
  readonly height: number;
}

/** Highest honest fee in piconero. */
export function feeLimit(
  { network }: AccountRecord,
  { outputs, height }: ChainAge,
  inputs: readonly TxInputPlan[],
  weight: number,
): bigint {
  const isLong =
    height >= TAIL_EMISSION_HEIGHT ||
    outputs.some(({ globalIndex }) => globalIndex >= SHORT_CHAIN_OUTPUTS) ||
    inputs.some(({ ring }) => ring.members.some(({ index }) => index >= SHORT_CHAIN_OUTPUTS));
  const [, , , highest] = maxFees(network === 'mainnet' && !isLong ? 'regtest' : network);
  return (feeForWeight(weight, highest) * (100n + ESTIMATE_MARGIN_PERCENT)) / 100n;
}

const ONE = Uint8Array.of(1, ...new Uint8Array(31));

/**
 * Weight of the transaction that these inputs and outputs will make: it does not depend on the values of keys. Fault
 * two_payment_ids.
 */
export function plannedWeight(
  { viewSecret }: AccountRecord,
  inputs: readonly TxInputPlan[],
  outputs: readonly PlannedOutput[],
  fee: bigint,
): number {
  const secrets = { key: ONE, additional: outputs.map(() => ONE) };
  return weightOf(prefixOf(inputs, outputKeys(outputs, secrets, viewSecret)), fee);
}

/** The fee in hundredths of a percent of what is paid; of what is spent when nothing is paid. */
export function feeShare(fee: bigint, paid: bigint, spent: bigint): number {
  const base = paid > 0n ? paid : spent;
  return base === 0n ? 0 : Math.min(Number((fee * 10_000n) / base), 0xffffffff);
}
