/**
 * A multisig transaction before it is signed. The proposer builds it; every other signer rebuilds it from the same
 * plan, and signs only if the result is identical.
 * Upstream: `tx_builder_ringct_t::init` (src/multisig/multisig_tx_builder_ringct.cpp).
 */
import { haveSameKeys } from '../../protocol/keys/subaddress.ts';
import { toHex } from '../../base/hex.ts';
import type { Address } from '../../protocol/address/address.ts';
import { multisigTxKeys } from '../../protocol/multisig/tx-keys.ts';
import { fault } from '../faults.ts';
import { expectRules, skeletonOf, sortInputs, type Skeleton, type TxInputPlan } from '../spend/build-tx.ts';
import { buildOutputs, needsAdditionalKeys, type PlannedOutput, type TxSecrets } from '../spend/outputs.ts';
import type { AccountRecord } from '../state/records/account.ts';

export interface DeterministicTx extends Skeleton {
  readonly secrets: TxSecrets;
  /** In the transaction's order. */
  readonly inputs: readonly TxInputPlan[];
}

/**
 * Builds the transaction with the outputs in the given order; `fee` is inputs minus outputs. The transaction keys are
 * derived from `entropy` (32 bytes) and the key images. Fault built_wrong: two outputs have the same key, or it breaks a rule of the network.
 */
export function buildDeterministicTx(
  account: AccountRecord,
  planned: readonly PlannedOutput[],
  inputs: readonly TxInputPlan[],
  fee: bigint,
  entropy: Uint8Array,
): DeterministicTx {
  const sorted = sortInputs(inputs);
  const [key, ...additional] = multisigTxKeys(
    entropy,
    sorted.map(({ output }) => output.keyImage!),
    needsAdditionalKeys(planned) ? planned.length + 1 : 1,
  );
  const secrets = { key: key!, additional };
  const built = buildOutputs(planned, secrets, account.viewSecret);
  if (new Set(built.outputs.map((output) => toHex(output.key))).size < planned.length)
    throw fault('built_wrong', { what: 'two outputs with one key' });
  const skeleton = skeletonOf(sorted, built, fee);
  expectRules(skeleton, sorted);
  return { ...skeleton, secrets, inputs: sorted };
}

/** Marks every output to the change address as change, even a requested payment: the other signers do the same. */
export function withChangeMarked(
  planned: readonly PlannedOutput[],
  change: Pick<Address, 'spendPublic' | 'viewPublic'>,
): PlannedOutput[] {
  return planned.map((output) => ({ ...output, change: haveSameKeys(output.address, change) }));
}
