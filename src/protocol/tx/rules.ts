/**
 * The rules of the network for a transaction that this wallet builds or is asked to sign or send, as far as prefix,
 * type and rings show them. The builder, the signing device, each multisig signer and the sender of a signed set apply the
 * same function, so that a rule which our own transactions keep is never missing for those of others. (Outputs have
 * no order that the network requires.)
 * Upstream: `check_tx_inputs`, `check_tx_outputs` (src/cryptonote_core/blockchain.cpp), `check_tx_semantic`
 * (src/cryptonote_core/cryptonote_core.cpp), `tx_memory_pool::add_tx` (src/cryptonote_core/tx_pool.cpp).
 */
import { compareBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { MAX_EXTRA_SIZE } from './extra.ts';
import { keyInputs } from './prefix.ts';
import { RCT_BULLETPROOF_PLUS, type RctType, type TxPrefix } from './types.ts';

/** Members of a ring, the real output among them. */
export const RING_SIZE = 16;
export const MIN_TX_OUTPUTS = 2;
export const MAX_TX_OUTPUTS = 16;
/** The largest weight that a node relays: half the minimum block weight less a coinbase. */
export const MAX_TX_WEIGHT = 149_400;

export type BrokenRule =
  | 'type'
  | 'unlock_time'
  | 'extra_size'
  | 'inputs'
  | 'ring_size'
  | 'ring_members'
  | 'key_image_order'
  | 'output_count'
  | 'outputs'
  | 'weight';

export interface RuledTx {
  readonly prefix: TxPrefix;
  readonly type: RctType | undefined;
  readonly weight: number;
}

/**
 * The first rule that the transaction breaks, or undefined. `rings`: the members of each input's ring, in the order of
 * the inputs, where they are known. A key that is in a ring twice hides less than the ring shows, so it counts as
 * ring_members, as the same index does.
 */
export function brokenRule(
  { prefix, type, weight }: RuledTx,
  rings: readonly (readonly { readonly key: Uint8Array }[])[] = [],
): BrokenRule | undefined {
  const { version, unlockTime, outputs, extra } = prefix;
  if (version !== 2 || type !== RCT_BULLETPROOF_PLUS) return 'type';
  if (unlockTime !== 0n) return 'unlock_time';
  if (extra.length > MAX_EXTRA_SIZE) return 'extra_size';
  const inputs = keyInputs(prefix);
  if (inputs.length === 0 || inputs.length !== prefix.inputs.length) return 'inputs';
  if (inputs.some(({ amount }) => amount !== 0n)) return 'inputs';
  if (inputs.some(({ keyOffsets }) => keyOffsets.length !== RING_SIZE)) return 'ring_size';
  if (rings.some(({ length }) => length !== RING_SIZE)) return 'ring_size';
  // Indices ascend when no step after the first is zero.
  if (inputs.some(({ keyOffsets }) => keyOffsets.lastIndexOf(0n) > 0)) return 'ring_members';
  if (rings.some((ring) => new Set(ring.map(({ key }) => toHex(key))).size < ring.length))
    return 'ring_members';
  if (inputs.some(({ keyImage }, i) => i > 0 && compareBytes(inputs[i - 1]!.keyImage, keyImage) <= 0))
    return 'key_image_order';
  if (outputs.length < MIN_TX_OUTPUTS || outputs.length > MAX_TX_OUTPUTS) return 'output_count';
  if (
    outputs.some(
      ({ amount, viewTag, key }) => amount !== 0n || viewTag === undefined || !kernel.isOnCurve(key),
    )
  )
    return 'outputs';
  return weight > MAX_TX_WEIGHT ? 'weight' : undefined;
}

/** The reason that a person reads when a set breaks the rule. */
export const RULE_TEXTS: Readonly<Record<BrokenRule, string>> = {
  type: 'it is of an old kind',
  unlock_time: 'Transaction cannot have non-zero unlock time',
  extra_size: 'its extra field is larger than the network allows',
  inputs: 'it spends outputs of the old kind',
  ring_size: `a ring does not have the ${RING_SIZE} members that the network requires`,
  ring_members: 'a ring has a member twice',
  key_image_order: 'its inputs are not in the order that the network requires',
  output_count: `it does not have ${MIN_TX_OUTPUTS} to ${MAX_TX_OUTPUTS} outputs`,
  outputs: 'an output is not of the kind that the network requires',
  weight: 'it is larger than the network allows',
};
