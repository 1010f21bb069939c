/** Sizes and weights of Bulletproofs+, for prover and verifier. Upstream: src/ringct/bulletproofs_plus.cc. */
import { mod } from './scalars.ts';
import { BITS, MAX_PROOF_OUTPUTS } from './bpp-generators.ts';

export interface Layout {
  /** Outputs padded to a power of two. */
  readonly padded: number;
  /** Length of the bit vectors: 64 per padded output. */
  readonly length: number;
  /** Halvings of the vectors: log2(length). */
  readonly rounds: number;
}

/** Layout for 1 to 16 outputs; undefined for any other number. */
export function layoutOf(outputs: number): Layout | undefined {
  if (outputs < 1 || outputs > MAX_PROOF_OUTPUTS) return undefined;
  const log = Math.ceil(Math.log2(outputs));
  const padded = 2 ** log;
  return { padded, length: padded * BITS, rounds: 6 + log };
}

/** d[64j + i] = z^(2(j+1))·2^i: weighs the bits of all amounts. */
export function windowVector(z: bigint, { padded }: Layout): bigint[] {
  const zz = mod(z * z);
  const d: bigint[] = [];
  for (let j = 0, start = zz; j < padded; j++, start = mod(start * zz))
    for (let i = 0, item = start; i < BITS; i++, item = mod(item << 1n)) d.push(item);
  return d;
}
