/**
 * Short payment ids (8 bytes) travel masked with the transaction's shared secret.
 * Upstream: `encrypt_payment_id` in src/device/device_default.cpp.
 */
import type { Point } from '../../base/brands.ts';
import { concat, xorBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';

export const PAYMENT_ID_BYTES = 8;
const TAIL = Uint8Array.of(0x8d);

/** id XOR H(D | 0x8d), first 8 bytes. D is the derivation with the receiver's view key (or a·R on the way back). */
export function encryptPaymentId(paymentId: Uint8Array, derivation: Point): Uint8Array {
  return xorBytes(paymentId, kernel.keccak256(concat(derivation, TAIL)).subarray(0, PAYMENT_ID_BYTES));
}

/** The same operation decrypts. */
export const decryptPaymentId = encryptPaymentId;
