/** Encrypts payment ids of 8 bytes. Upstream: `encrypt_payment_id` in src/device/device_default.cpp. */
import type { Point } from '../../base/brands.ts';
import { concat, xorBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';

export const PAYMENT_ID_BYTES = 8;
const TAIL = Uint8Array.of(0x8d);

/** id XOR the first 8 bytes of H(D | 0x8d). D: the derivation with the receiver's view key. */
export function encryptPaymentId(paymentId: Uint8Array, derivation: Point): Uint8Array {
  return xorBytes(paymentId, kernel.keccak256(concat(derivation, TAIL)).subarray(0, PAYMENT_ID_BYTES));
}

/** Decryption is the same operation as encryption. */
export const decryptPaymentId = encryptPaymentId;
