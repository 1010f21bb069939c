/**
 * The Fiat-Shamir transcript of Bulletproofs+: prover and verifier derive the same challenges from the published
 * values. A zero challenge is undefined: then a verifier rejects the proof, and a prover starts again. Upstream:
 * `transcript_update` in src/ringct/bulletproofs_plus.cc.
 */
import { hashToScalar, isZero } from '../ring/scalar.ts';
import { toBig } from './scalars.ts';
import { initialTranscript } from './bpp-generators.ts';

export interface Transcript {
  /** y and z, after A. */
  readonly start: (A: Uint8Array) => { readonly y: bigint; readonly z: bigint } | undefined;
  /** One challenge per round (L, R), and the last one (A1, B). */
  readonly next: (first: Uint8Array, second: Uint8Array) => bigint | undefined;
}

/** `v8` are the output commitments times 1/8, not padded. */
export function transcript(v8: readonly Uint8Array[]): Transcript {
  let state = hashToScalar(initialTranscript(), hashToScalar(...v8));
  return {
    start(A) {
      const y = hashToScalar(state, A);
      state = hashToScalar(y);
      return isZero(y) || isZero(state) ? undefined : { y: toBig(y), z: toBig(state) };
    },
    next(first, second) {
      state = hashToScalar(state, first, second);
      return isZero(state) ? undefined : toBig(state);
    },
  };
}
