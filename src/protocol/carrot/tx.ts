/**
 * The enotes of a transaction: outputs, ephemeral keys in the extra, encrypted amounts and commitments.
 * Upstream: `try_load_carrot_from_transaction_v1`, `try_load_carrot_from_coinbase_transaction_v1` in
 * src/carrot_impl/format_utils.cpp of seraphis-migration/monero, branch fcmp++-stage, and the same functions in
 * carrot_tx_format_utils.cpp of its later state.
 */
import { asX25519Key, type X25519Key } from '../../base/brands.ts';
import { additionalPublicKeys, extraPaymentId, parseExtra, txPublicKeys, type TxExtra } from '../tx/extra.ts';
import type { RctBase, TxOutput, TxPrefix } from '../tx/types.ts';
import type { CoinbaseEnote, Enote, EnoteTx } from './enote.ts';

export interface TxEnotes {
  readonly tx: EnoteTx;
  /** One for each output. */
  readonly enotes: readonly Enote[];
}

/** Undefined unless all outputs are of Carrot and the transaction has all that belongs to them. */
export function enotesOf(
  { inputs, outputs, extra }: TxPrefix,
  rct: RctBase | undefined,
): TxEnotes | undefined {
  const [first] = inputs;
  const parsed = parseExtra(extra);
  const keys = ephemeralKeysOf(parsed, outputs.length);
  if (first?.kind !== 'key' || !rct || !keys) return undefined;
  const enotes = outputs.flatMap((output, i): Enote[] => {
    const [sealedAmount, commitment] = [rct.ecdh[i]?.amount, rct.commitments[i]];
    const parts = partsOf(output, keys[i]!);
    return parts && sealedAmount?.length === 8 && commitment ? [{ ...parts, sealedAmount, commitment }] : [];
  });
  if (enotes.length < outputs.length) return undefined;
  const id = extraPaymentId(parsed);
  const sealed = id?.kind === 'encrypted' ? { sealedPaymentId: id.bytes } : {};
  return { tx: { firstKeyImage: first.keyImage, ...sealed }, enotes };
}

/** The enotes of a coinbase, whose outputs have a key each. */
export function coinbaseEnotesOf({
  inputs,
  outputs,
  extra,
}: TxPrefix): { readonly height: number; readonly enotes: readonly CoinbaseEnote[] } | undefined {
  const [first] = inputs;
  const keys = coinbaseKeysOf(parseExtra(extra), outputs.length);
  if (first?.kind !== 'gen' || inputs.length !== 1 || !keys) return undefined;
  const enotes = outputs.flatMap((output, i): CoinbaseEnote[] => {
    const parts = partsOf(output, keys[i]!);
    return parts ? [{ ...parts, amount: output.amount }] : [];
  });
  return enotes.length < outputs.length ? undefined : { height: first.height, enotes };
}

const partsOf = ({ key, carrot }: TxOutput, ephemeralKey: X25519Key) =>
  carrot && { oneTimeKey: key, ...carrot, ephemeralKey };

/**
 * D_e of each output: the key of tag 01, which all share, else those of tag 04, of which the last one is shared by the
 * outputs that remain. Undefined when there is none, or more than outputs.
 */
export function ephemeralKeysOf(extra: TxExtra, outputs: number): readonly X25519Key[] | undefined {
  const keys = keysOf(extra);
  if (keys.length === 0 || keys.length > outputs) return undefined;
  return Array.from({ length: outputs }, (_, i) => keys[Math.min(i, keys.length - 1)]!);
}

/** The ephemeral keys of a coinbase. */
export function coinbaseKeysOf(extra: TxExtra, outputs: number): readonly X25519Key[] | undefined {
  const keys = keysOf(extra);
  return keys.length === outputs ? keys : undefined;
}

const keysOf = (extra: TxExtra): readonly X25519Key[] => {
  const [shared] = txPublicKeys(extra);
  return (shared ? [shared] : additionalPublicKeys(extra)).map((key) => asX25519Key(key as Uint8Array));
};
