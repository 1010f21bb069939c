/**
 * The highest fee that a signing device accepts. The requesting device may try to burn money as a fee, and an offline
 * signer cannot ask for current fees. It knows the weight of the transaction, which it computes itself, and the
 * highest fee per byte that the network's rules allow (`maxFees`). That fee grows with the block reward:
 *
 * - Mainnet pays the tail emission from block 2,641,623 on: at most 4,000,000 piconero per byte.
 * - A regtest chain has mainnet's addresses and fees up to 59 times as high, so it needs a higher limit. Such chains
 * are short. The set shows on which kind of chain it is valid: it contains global indices of ring members, and a
 * transaction with a wrong index is invalid. Indices of 500,000 and above exist on mainnet only. The chain is mainnet
 * as well if this wallet has such an output, or has scanned a block of the tail emission.
 *
 * So on mainnet the higher limit is used only if all outputs of the wallet are from the first months of RingCT (2017)
 * and all ring members of the set are, too. In this case the fee share on the screen protects the user.
 */
import { ONE } from '../../protocol/ring/constants.ts';
import { asSecretKey } from '../../base/brands.ts';
import { feeForWeight, maxFees } from '../../protocol/tx/fees.ts';
import type { TxPrefix } from '../../protocol/tx/types.ts';
import { prefixOf, type TxInputPlan } from '../spend/build-tx.ts';
import { outputKeys, type PlannedOutput } from '../spend/outputs.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';

const SHORT_CHAIN_OUTPUTS = 500_000;
const TAIL_EMISSION_HEIGHT = 2_641_623;
/** Wallets pay for the estimated weight, which may be some percent above the real one. */
const ESTIMATE_MARGIN_PERCENT = 10n;

/** Shows how old the chain is. */
export interface ChainAge {
  readonly outputs: readonly OwnedOutput[];
  /** Number of blocks that this wallet has scanned; 0 when it is offline. */
  readonly height: number;
}

/** The highest acceptable fee in piconero. */
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

/** For weight and rules any key will do. */
const ANY_KEY = asSecretKey(ONE);

/** The prefix of a transaction with these inputs and outputs, with made-up keys. Fault two_payment_ids. */
export function plannedPrefix(
  { viewSecret }: AccountRecord,
  inputs: readonly TxInputPlan[],
  outputs: readonly PlannedOutput[],
): TxPrefix {
  const secrets = { key: ANY_KEY, additional: outputs.map(() => ANY_KEY) };
  return prefixOf(inputs, outputKeys(outputs, secrets, viewSecret));
}

/** The fee in hundredths of a percent of the paid amount, or of the spent amount when nothing is paid. */
export function feeShare(fee: bigint, paid: bigint, spent: bigint): number {
  const base = paid > 0n ? paid : spent;
  return base === 0n ? 0 : Math.min(Number((fee * 10_000n) / base), 0xffffffff);
}
