/** Proofs as text: a header, then base58 of values whose length is known. */
import { isFault } from '../../base/fault.ts';
import { decodeBase58 } from '../encoding/base58.ts';
import { fault } from '../faults.ts';

export const POINT_BYTES = 32;
export const SIGNATURE_BYTES = 64;
/** Characters of 32 and of 64 bytes: whole blocks of 11 for each 8. */
export const POINT_CHARS = 44;
export const SIGNATURE_CHARS = 88;

/** Exactly `size` bytes, or undefined. */
export function decodeExact(text: string, size: number): Uint8Array | undefined {
  // Longer texts are refused before decoding.
  if (text.length > size * 2) return undefined;
  try {
    const bytes = decodeBase58(text);
    return bytes.length === size ? bytes : undefined;
  } catch (error) {
    if (isFault(error, 'bad_base58')) return undefined;
    throw error;
  }
}

/** A point's or signature's bytes inside a longer text. Fault unsound_proof (encoding). */
export function decodePart(text: string, at: number, chars: number, size: number): Uint8Array {
  const bytes = decodeExact(text.slice(at, at + chars), size);
  if (!bytes) throw fault('unsound_proof', { reason: 'encoding' });
  return bytes;
}
