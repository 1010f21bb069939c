/**
 * An enote: an output with all that is needed to find it. Upstream: src/carrot_core/carrot_enote_types.h of
 * monero-project/monero, pull request 9559 at c7b6ee459.
 */
import type { Commitment, KeyImage, PublicKey, X25519Key } from '../../base/brands.ts';
import { concat, u64le, utf8 } from '../../base/bytes.ts';
import { PAYMENT_ID_BYTES } from '../keys/payment-id.ts';
import { AMOUNT_BYTES } from './constants.ts';
import { ANCHOR_BYTES, VIEW_TAG_BYTES } from '../tx/prefix.ts';
import { fault } from './faults.ts';

/** The sender's statement about an output. Anyone may state either. */
export type EnoteType = 'payment' | 'change';
/** The byte of each type that is hashed. */
export const TYPE_BYTE: Readonly<Record<EnoteType, number>> = { payment: 0, change: 1 };

interface AnyEnote {
  /** K_o. */
  readonly oneTimeKey: PublicKey;
  /** 16 bytes. */
  readonly sealedAnchor: Uint8Array;
  /** 3 bytes. */
  readonly viewTag: Uint8Array;
  /** D_e. A transaction with two outputs has one, which both share; each other has one for each output. */
  readonly ephemeralKey: X25519Key;
}

export interface Enote extends AnyEnote {
  /** C_a. */
  readonly commitment: Commitment;
  /** 8 bytes. */
  readonly sealedAmount: Uint8Array;
}

/** An output of a coinbase has a clear amount and no commitment. */
export interface CoinbaseEnote extends AnyEnote {
  /** Piconero. */
  readonly amount: bigint;
}

/** The values that all enotes of a transaction share. */
export interface EnoteTx {
  readonly firstKeyImage: KeyImage;
  /** 8 bytes: a payment id for one of the outputs, or random. */
  readonly sealedPaymentId?: Uint8Array;
}

/** Binds an enote to its transaction: "R" and the first key image. 33 bytes. */
export function inputContext(firstKeyImage: KeyImage): Uint8Array {
  if (firstKeyImage.length !== 32) throw fault('bad_enote', { what: 'firstKeyImage' });
  return concat(utf8('R'), firstKeyImage);
}

/** The input context of a coinbase: "C" and the height of its block in 32 bytes. */
export function coinbaseContext(height: number): Uint8Array {
  if (!Number.isSafeInteger(height) || height < 0) throw fault('bad_enote', { what: 'height' });
  return concat(utf8('C'), u64le(BigInt(height)), new Uint8Array(24));
}

/** Fault `bad_enote` for a field of a wrong length. Points may still be none. */
export function checkEnote(enote: Enote, { sealedPaymentId }: EnoteTx): void {
  checkAnyEnote(enote);
  checkLength('commitment', enote.commitment, 32);
  checkLength('sealedAmount', enote.sealedAmount, AMOUNT_BYTES);
  if (sealedPaymentId) checkLength('sealedPaymentId', sealedPaymentId, PAYMENT_ID_BYTES);
}

/** Checks the enote of a coinbase, whose amount must be an unsigned 64-bit number. */
export function checkCoinbaseEnote(enote: CoinbaseEnote): void {
  checkAnyEnote(enote);
  if (enote.amount < 0n || enote.amount >> 64n !== 0n) throw fault('bad_enote', { what: 'amount' });
}

const checkAnyEnote = (enote: AnyEnote): void => {
  checkLength('oneTimeKey', enote.oneTimeKey, 32);
  checkLength('ephemeralKey', enote.ephemeralKey, 32);
  checkLength('viewTag', enote.viewTag, VIEW_TAG_BYTES);
  checkLength('sealedAnchor', enote.sealedAnchor, ANCHOR_BYTES);
};

const checkLength = (what: string, bytes: Uint8Array, length: number): void => {
  if (bytes.length !== length) throw fault('bad_enote', { what });
};
