/** The random numbers of the judge: draw i is BLAKE2b-512(seed, i in 8 bytes), cut to what is asked. */
import { concat, u64le, utf8 } from '../../../src/base/bytes.ts';
import { blake2bStream } from '../../../src/kernel/hash/blake2b-stream.ts';
import type { RandomBytes } from '../../../src/protocol/ring/scalar.ts';

export interface Tape {
  readonly random: RandomBytes;
  /** How many draws there were. */
  readonly draws: () => number;
}

export function tape(seed: string): Tape {
  let drawn = 0;
  const random: RandomBytes = (n) => {
    const hash = blake2bStream(64);
    hash.add(concat(utf8(seed), u64le(BigInt(drawn++))));
    return hash.digest().slice(0, n);
  };
  return { random, draws: () => drawn };
}
