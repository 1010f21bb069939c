/** BLAKE2b over pieces. Only code of the next era may import it, so that it loads on demand. */
import { blake2b } from '@noble/hashes/blake2.js';

export interface Blake2bStream {
  add(bytes: Uint8Array): void;
  /** The hash of all pieces so far; more may follow. */
  digest(): Uint8Array;
}

/** `size` is 1 to 64 bytes. */
export function blake2bStream(size: number): Blake2bStream {
  const state = blake2b.create({ dkLen: size });
  return { add: (bytes) => void state.update(bytes), digest: () => state.clone().digest() };
}
