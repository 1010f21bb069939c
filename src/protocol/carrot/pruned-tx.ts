/**
 * The part of a transaction that nodes send to wallets, with outputs of Carrot: prefix and base of RingCT type 7.
 * Upstream: `store_carrot_to_transaction_v1`, `calculate_signable_fcmp_pp_transaction_hash`,
 * src/carrot_impl/format_utils.cpp of seraphis-migration/monero at 710f1fc9f.
 */
import { asPublicKey, type KeyImage, type PublicKey, type X25519Key } from '../../base/brands.ts';
import { concat } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { buildExtra, paymentIdField, type ExtraField } from '../tx/extra.ts';
import { prefixHash } from '../tx/hash.ts';
import { writeRctBase } from '../tx/rct-base.ts';
import { RCT_FCMP, type RctBase, type Transaction, type TxOutput, type TxPrefix } from '../tx/types.ts';
import type { Enote } from './enote.ts';
import type { OutputSet } from './output-set.ts';

/** `keyImages`: of the inputs in their order, which consensus wants descending; the first is that of the outputs. */
export function prunedCarrotTx(
  keyImages: readonly KeyImage[],
  { outputs, sealedPaymentId, ephemeralKeys }: OutputSet,
  fee: bigint,
): Transaction & { readonly rct: RctBase } {
  const enotes = outputs.map(({ enote }) => enote);
  return {
    prefix: {
      version: 2,
      unlockTime: 0n,
      inputs: keyImages.map((keyImage) => ({ kind: 'key', amount: 0n, keyOffsets: [], keyImage })),
      outputs: enotes.map((enote) => carrotOutput(enote, 0n)),
      extra: buildExtra([
        ephemeralKeysField(ephemeralKeys),
        paymentIdField({ kind: 'encrypted', bytes: sealedPaymentId }),
      ]),
    },
    signatures: [],
    rct: {
      type: RCT_FCMP,
      fee,
      pseudoOuts: [],
      ecdh: enotes.map(({ sealedAmount }) => ({ amount: sealedAmount })),
      commitments: enotes.map(({ commitment }) => commitment),
    },
  };
}

export function carrotOutput(
  { oneTimeKey, viewTag, sealedAnchor }: Pick<Enote, 'oneTimeKey' | 'viewTag' | 'sealedAnchor'>,
  amount: bigint,
): TxOutput {
  return { amount, key: oneTimeKey, carrot: { viewTag, sealedAnchor } };
}

/** One key that all outputs share, or one for each. */
export function ephemeralKeysField(keys: readonly X25519Key[]): ExtraField {
  const [first, ...others] = keys.map(asExtraKey);
  return others.length === 0
    ? { kind: 'publicKey', key: first! }
    : { kind: 'additionalKeys', keys: [first!, ...others] };
}

/** The fields of the extra have the type of points, which ephemeral keys are not. */
const asExtraKey = (key: X25519Key): PublicKey => asPublicKey(new Uint8Array(key));

/** The message that the spend proofs sign: H(H(prefix) | H(base)). Pseudo outputs are bound by each proof itself. */
export function fcmpSigningHash({
  prefix,
  rct,
}: {
  readonly prefix: TxPrefix;
  readonly rct: RctBase;
}): Uint8Array {
  return kernel.keccak256(concat(prefixHash(prefix), kernel.keccak256(writeRctBase(rct))));
}
