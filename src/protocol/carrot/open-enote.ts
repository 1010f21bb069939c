/**
 * Opens an enote with its shared secret s_sr: amount, type and the spend key that it pays. Whether that key is the
 * wallet's, and whether the sender was honest, is checked in scan.ts.
 * Upstream: src/carrot_core/scan_unsafe.cpp of monero-project/monero, pull request 9559 at c7b6ee459; steps 1 to 23 of
 * section 8.1 of the specification (jeffro256/carrot at 8565b5f).
 */
import type { PublicKey, Scalar } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { commit } from '../rct/amount.ts';
import { ONE } from '../ring/constants.ts';
import { isKey, NO_PAYMENT_ID } from './address.ts';
import type { CoinbaseEnote, Enote, EnoteType } from './enote.ts';
import { openSealedAmount, sealAnchor, sealPaymentId } from './sealed.ts';
import {
  coinbaseExtensionOf,
  contextSecret,
  extensionOf,
  maskOf,
  spendKeyOf,
  viewTagOf,
  type Extension,
} from './secrets.ts';

/** The content of an enote, without any proof that it is honest. */
export interface OpenedEnote {
  /** K_s of the address that it pays: a point of the prime-order subgroup, not the identity. */
  readonly spendPublic: PublicKey;
  readonly type: EnoteType;
  /** Piconero. */
  readonly amount: bigint;
  /** The blinding factor: 1 in a coinbase. */
  readonly mask: Scalar;
  readonly extension: Extension;
  /** 16 bytes, decrypted. */
  readonly anchor: Uint8Array;
  /** 8 bytes, decrypted; zeros if the transaction has none. Of another output, it is random. */
  readonly paymentId: Uint8Array;
}

/** The secret of the key exchange (s_vb for an enote to oneself), and the context of the transaction. */
export interface Opener {
  readonly shared: Uint8Array;
  readonly context: Uint8Array;
}

/** Undefined if the enote is for somebody else, or made wrongly. */
export function openEnote(
  { shared, context }: Opener,
  enote: Enote,
  sealedPaymentId: Uint8Array | undefined,
): OpenedEnote | undefined {
  const { oneTimeKey, commitment } = enote;
  if (!isTagged(enote, shared, context)) return undefined;
  const secret = contextSecret(shared, enote.ephemeralKey, context);
  try {
    const extension = extensionOf(secret, commitment);
    const spendPublic = spendKeyOf(oneTimeKey, extension);
    const pad = { secret, oneTimeKey };
    const opening = openCommitment(secret, enote, spendPublic, openSealedAmount(enote.sealedAmount, pad));
    if (opening === undefined || !isKey(spendPublic)) return undefined;
    return {
      ...opening,
      spendPublic,
      extension,
      anchor: sealAnchor(enote.sealedAnchor, pad),
      paymentId: sealedPaymentId === undefined ? NO_PAYMENT_ID : sealPaymentId(sealedPaymentId, pad),
    };
  } finally {
    secret.wipe();
  }
}

/** Opens the enote of a coinbase, which pays one of these main addresses or none of them. */
export function openCoinbaseEnote(
  { shared, context }: Opener,
  enote: CoinbaseEnote,
  mainKeys: readonly PublicKey[],
): OpenedEnote | undefined {
  const { oneTimeKey, amount } = enote;
  if (!isTagged(enote, shared, context)) return undefined;
  const secret = contextSecret(shared, enote.ephemeralKey, context);
  try {
    for (const spendPublic of mainKeys) {
      const extension = coinbaseExtensionOf(secret, amount, spendPublic);
      if (!equalBytes(spendKeyOf(oneTimeKey, extension), spendPublic)) continue;
      const anchor = sealAnchor(enote.sealedAnchor, { secret, oneTimeKey });
      return { spendPublic, type: 'payment', amount, mask: ONE, extension, anchor, paymentId: NO_PAYMENT_ID };
    }
    return undefined;
  } finally {
    secret.wipe();
  }
}

/** True if the view tag matches and the one-time key is a point. Most foreign enotes end here. */
const isTagged = (
  { viewTag, oneTimeKey }: Pick<Enote, 'viewTag' | 'oneTimeKey'>,
  shared: Uint8Array,
  context: Uint8Array,
): boolean => equalBytes(viewTagOf(shared, context, oneTimeKey), viewTag) && kernel.isOnCurve(oneTimeKey);

/** The type with which the amount opens the commitment; undefined when none does. */
const openCommitment = (
  secret: Uint8Array,
  { commitment }: Pick<Enote, 'commitment'>,
  spendPublic: PublicKey,
  amount: bigint,
): Pick<OpenedEnote, 'type' | 'amount' | 'mask'> | undefined => {
  for (const type of ['payment', 'change'] as const) {
    const mask = maskOf(secret, { amount, type, spendPublic });
    if (equalBytes(commit({ amount, mask }), commitment)) return { type, amount, mask };
  }
  return undefined;
};
