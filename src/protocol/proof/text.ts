/** Proofs as text: a header, then base58 of values with known lengths. */
import { isFault } from '../../base/fault.ts';
import { decodeBase58 } from '../encoding/base58.ts';
import { fault } from '../faults.ts';

export const POINT_BYTES = 32;
export const SIGNATURE_BYTES = 64;
/** Number of characters of 32 and of 64 bytes: 11 for each block of 8 bytes. */
export const POINT_CHARS = 44;
export const SIGNATURE_CHARS = 88;

/** Decodes exactly `size` bytes; undefined otherwise. */
export function decodeExact(text: string, size: number): Uint8Array | undefined {
  // Refuse longer texts before decoding.
  if (text.length > size * 2) return undefined;
  try {
    const bytes = decodeBase58(text);
    return bytes.length === size ? bytes : undefined;
  } catch (error) {
    if (isFault(error, 'bad_base58')) return undefined;
    throw error;
  }
}

/** Decodes a point or signature inside a longer text. Fault unsound_proof (encoding). */
export function decodePart(text: string, at: number, chars: number, size: number): Uint8Array {
  const bytes = decodeExact(text.slice(at, at + chars), size);
  if (!bytes) throw fault('unsound_proof', { reason: 'encoding' });
  return bytes;
}
