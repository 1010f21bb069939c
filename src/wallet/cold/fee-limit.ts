/**
 * The highest fee that a signer signs. Who asks for a signature may want to burn money in a fee, and a signer without a
 * network cannot ask what a fee costs now. What it can know is the weight of the transaction, which it computes itself,
 * and the highest rate per byte that the fee rules can give (`maxFees`). That rate grows with the block reward:
 *
 * - Mainnet pays the tail emission, since block 2,641,623 and for ever: at most 4,000,000 piconero per byte.
 * - A regtest chain has mainnet's addresses and pays up to 59 times as much, so it needs a higher limit. Such chains are
 *   short. The set itself shows on which kind of chain it can be valid: ring members are named by their global index, and
 *   a transaction that names a wrong index is invalid. An index of 500,000 and above exists on mainnet only, and so does
 *   every chain on which this wallet has ever seen such an output or read a block at the height of the tail emission.
 *
 * So the high limit holds on mainnet for a wallet that has nothing but coins of the first months of RingCT (2017), and
 * asks for rings made of such outputs only. There the share of the fee that the screen shows is what protects the owner.
 */
import { feeForWeight, maxFees } from '../../protocol/tx/fees.ts';
import { prefixOf, weightOf, type TxInputPlan } from '../spend/build-tx.ts';
import { outputKeys, type PlannedOutput } from '../spend/outputs.ts';
import type { AccountRecord, OwnedOutput } from '../state/types.ts';

const SHORT_CHAIN_OUTPUTS = 500_000;
const TAIL_EMISSION_HEIGHT = 2_641_623;
/** Wallets pay for the weight that they estimated, which may be some percent above the real one. */
const ESTIMATE_MARGIN_PERCENT = 10n;

/** What tells how old the chain is. */
export interface ChainAge {
  readonly outputs: readonly OwnedOutput[];
  /** Blocks that this wallet has read of a chain; 0 for a signer without a network. */
  readonly height: number;
}

/** Piconero; no honest fee is above. */
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

/** Of the transaction that will be made of these inputs and outputs: keys of any value weigh the same. Fault two_payment_ids. */
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
