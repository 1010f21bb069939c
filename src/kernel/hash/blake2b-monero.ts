/**
 * Blake2b with the personal string "Monero" and an empty salt, as the rules of FCMP++ and Carrot use it. Only code of
 * that era may import it, so that it loads on demand.
 * Upstream: `blake2b_monero` in src/crypto/blake2b.c of monero-project/monero, pull request 9559 at c7b6ee459.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { padAscii } from '../../base/bytes.ts';

const PERSONAL = padAscii('Monero', 16);

/** `size` is 1 to 64 bytes, and changes the whole digest; `key`, if there is one, has 32 bytes. */
export function blake2bMonero(data: Uint8Array, size: number, key?: Uint8Array): Uint8Array {
  return blake2b(data, { dkLen: size, personalization: PERSONAL, ...(key && { key }) });
}
