/**
 * The proof of spend authorisation and linkability (SA/L) of one input, and its challenge.
 * Upstream: `SpendAuthAndLinkability` in monero-oxide/ringct/fcmp++/src/sal/mod.rs of monero-oxide/monero-oxide at
 * ef348fff7, which hashes with Blake2b personalised as in Monero; versions of 2025 hash without personal string.
 */
import type { KeyImage, Point, Scalar } from '../../base/brands.ts';
import { concat } from '../../base/bytes.ts';
import { blake2bMonero } from '../../kernel/hash/blake2b-monero.ts';
import { kernel } from '../../kernel/kernel.ts';
import { T } from '../carrot/constants.ts';
import { fault } from './faults.ts';
import { U, V } from './generators.ts';
import type { BlindedInput } from './input.ts';

export const SAL_POINTS = ['P', 'A', 'B', 'RO', 'RP', 'RL'] as const;
export const SAL_SCALARS = ['alpha', 'beta', 'delta', 'y', 'z', 'rp'] as const;
const SAL_BYTES = 32 * (SAL_POINTS.length + SAL_SCALARS.length);

/** R_O, R_P and R_L are commitments to nonces; the scalars are the responses s_alpha, s_beta and so on. */
export type SalProof = Readonly<
  Record<(typeof SAL_POINTS)[number], Point> & Record<(typeof SAL_SCALARS)[number], Scalar>
>;

/** The parts of the proof that upstream changed so far. */
export interface SalFormat {
  readonly T: Point;
  readonly U: Point;
  readonly V: Point;
  /** 64 bytes. */
  readonly hash: (data: Uint8Array) => Uint8Array;
}
export const SAL_FORMAT: SalFormat = { T, U, V, hash: (data) => blake2bMonero(data, 64) };

/** The public statement of the proof. */
export interface SalStatement {
  /** Binds the transaction's prefix, its RingCT base and its pseudo outputs; 32 bytes. */
  readonly txHash: Uint8Array;
  readonly input: BlindedInput;
  readonly keyImage: KeyImage;
}

/** e. */
export function salChallenge(
  { txHash, input: { O, I, C, R }, keyImage }: SalStatement,
  proof: Pick<SalProof, (typeof SAL_POINTS)[number]>,
  { hash }: Pick<SalFormat, 'hash'> = SAL_FORMAT,
): Scalar {
  const points = SAL_POINTS.map((name) => proof[name]);
  return kernel.scalarReduce(hash(concat(txHash, O, I, C, R, keyImage, ...points)));
}

export function writeSalProof(proof: SalProof): Uint8Array {
  return concat(...[...SAL_POINTS, ...SAL_SCALARS].map((name) => proof[name]));
}

/** Fault `bad_proof_length`; what the bytes are is checked by `verifySal`. */
export function readSalProof(bytes: Uint8Array): SalProof {
  if (bytes.length !== SAL_BYTES) throw fault('bad_proof_length');
  const names = [...SAL_POINTS, ...SAL_SCALARS];
  return Object.fromEntries(
    names.map((name, i) => [name, bytes.slice(32 * i, 32 * i + 32)]),
  ) as unknown as SalProof;
}
