/**
 * Generators and first transcript of Bulletproofs+, made from the amount generator by hashing.
 * Upstream: `get_exponent`, `init_exponents` in src/ringct/bulletproofs_plus.cc. Made when first needed, and only as
 * many as the proof has bits: hashing 2048 points takes a while.
 */
import { concat, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { varint } from '../encoding/varint.ts';
import { H } from '../ring/constants.ts';

/** Bits of one amount. */
export const BITS = 64;
/** Outputs one proof can carry. */
export const MAX_OUTPUTS = 16;

const g: Uint8Array[] = [];
const h: Uint8Array[] = [];

/**
 * The first `n` generators of both kinds (n ≤ 1024). The same arrays of the same bytes come back every time, so that
 * a kernel may remember the points it decoded.
 */
export const generators = (
  n: number,
): { readonly g: readonly Uint8Array[]; readonly h: readonly Uint8Array[] } => {
  if (n > BITS * MAX_OUTPUTS) throw new Error('more generators than a proof can have');
  for (let i = g.length; i < n; i++) {
    h.push(generator(2 * i));
    g.push(generator(2 * i + 1));
  }
  return { g: g.slice(0, n), h: h.slice(0, n) };
};

// Two hashes: one here, one inside hashToPoint.
const generator = (index: number): Uint8Array =>
  kernel.hashToPoint(kernel.keccak256(concat(H, EXPONENT, varint(index))));
const EXPONENT = utf8('bulletproof_plus');

let first: Uint8Array | undefined;
/** The state every transcript starts from. */
export const initialTranscript = (): Uint8Array =>
  (first ??= kernel.hashToPoint(kernel.keccak256(utf8('bulletproof_plus_transcript'))));
