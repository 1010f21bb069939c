/**
 * Generators and initial transcript of Bulletproofs+, hashed from the amount generator H. They are computed when
 * first needed, and only as many as the proof has bits, because hashing 2048 points takes long. Upstream:
 * `get_exponent`, `init_exponents` in src/ringct/bulletproofs_plus.cc.
 */
import { concat, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { varint } from '../encoding/varint.ts';
import { G, H } from '../ring/constants.ts';

const EXPONENT = utf8('bulletproof_plus');

/** Bits of one amount. */
export const BITS = 64;
/** Most outputs in one proof. */
export const MAX_PROOF_OUTPUTS = 16;

let known: { readonly g: Uint8Array; readonly h: Uint8Array } = { g: new Uint8Array(), h: new Uint8Array() };

/** The first `n` generators of both kinds (n ≤ 1024) as wide points, n·64 bytes each. Read-only. */
export function generators(n: number): { g: Uint8Array; h: Uint8Array } {
  if (n > BITS * MAX_PROOF_OUTPUTS) throw new Error('more generators than a proof can have');
  const have = known.g.length / 64;
  if (have < n) {
    const more = (odd: number): Uint8Array =>
      kernel.widen(concat(...Array.from({ length: n - have }, (_, i) => generator(2 * (have + i) + odd))));
    known = { h: concat(known.h, more(0)), g: concat(known.g, more(1)) };
  }
  return { g: known.g.subarray(0, 64 * n), h: known.h.subarray(0, 64 * n) };
}

let both: Uint8Array | undefined;
/** G and H, wide. */
export function gAndH(): Uint8Array {
  return (both ??= kernel.widen(concat(G, H)));
}

// Two hashes: one here, one in hashToPoint.
const generator = (index: number): Uint8Array =>
  kernel.hashToPoint(kernel.keccak256(concat(H, EXPONENT, varint(index))));

let first: Uint8Array | undefined;
/** The initial state of every transcript. */
export function initialTranscript(): Uint8Array {
  return (first ??= kernel.hashToPoint(kernel.keccak256(utf8('bulletproof_plus_transcript'))));
}
