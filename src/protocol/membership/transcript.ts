/**
 * The transcript of a proof: what prover and verifier hash in one order, and the challenges that follow from it. BLAKE2b
 * with 64 bytes over a context of 32 bytes; a byte of kind goes before each element and each challenge.
 * Upstream: crypto/generalized-bulletproofs/src/transcript.rs of kayabaNerve/monero-oxide, branch fcmp++ at dc1b3dbe4.
 */
import { concat, u64le } from '../../base/bytes.ts';
import { blake2bStream, type Blake2bStream } from '../../kernel/hash/blake2b-stream.ts';
import {
  readTowerPoint,
  readTowerScalar,
  writeTowerPoint,
  writeTowerScalar,
  type TowerCurve,
  type TowerPoint,
} from '../../kernel/ref/tower-cycle.ts';
import { fault } from '../fcmp/faults.ts';
import { reduceWide, type TowerField } from './elements.ts';

const KIND = { scalar: Uint8Array.of(0), point: Uint8Array.of(1), challenge: Uint8Array.of(2) };
const ELEMENT_BYTES = 32;

export interface Challenges {
  /** 64 bytes that depend on all before. */
  bytes(): Uint8Array;
  /** An element of the field that is not zero. */
  element(field: TowerField): bigint;
}

/** Writes a proof. */
export interface ProofWriter extends Challenges {
  scalar(value: bigint): void;
  point(point: TowerPoint): void;
  /** The numbers of commitments go into the hash only. */
  points(points: readonly TowerPoint[]): void;
  written(): Uint8Array;
}

/** Reads a proof. Faults `bad_proof_length`, `bad_scalar`, `bad_point`. */
export interface ProofReader extends Challenges {
  scalar(curve: TowerCurve): bigint;
  point(curve: TowerCurve): TowerPoint;
  points(curve: TowerCurve, count: number): TowerPoint[];
  /** The number of bytes that nobody has read. */
  left(): number;
}

export function proofWriter(context: Uint8Array): ProofWriter {
  const hash = startHash(context);
  const parts: Uint8Array[] = [];
  const add = (kind: Uint8Array, bytes: Uint8Array): void => {
    hash.add(kind);
    hash.add(bytes);
    parts.push(bytes);
  };
  const point = (value: TowerPoint): void => add(KIND.point, writeTowerPoint(value));
  return {
    ...challengesOf(hash),
    scalar: (value) => add(KIND.scalar, writeTowerScalar(value)),
    point,
    points: (points) => {
      hash.add(u64le(BigInt(points.length)));
      for (const each of points) point(each);
    },
    written: () => concat(...parts),
  };
}

export function proofReader(context: Uint8Array, proof: Uint8Array): ProofReader {
  const hash = startHash(context);
  let at = 0;
  const take = (kind: Uint8Array): Uint8Array => {
    const bytes = proof.subarray(at, at + ELEMENT_BYTES);
    if (bytes.length !== ELEMENT_BYTES) throw fault('bad_proof_length');
    at += ELEMENT_BYTES;
    hash.add(kind);
    hash.add(bytes);
    return bytes;
  };
  const point = (curve: TowerCurve): TowerPoint => readTowerPoint(curve, take(KIND.point));
  return {
    ...challengesOf(hash),
    scalar: (curve) => readTowerScalar(curve, take(KIND.scalar)),
    point,
    points: (curve, count) => {
      hash.add(u64le(BigInt(count)));
      return Array.from({ length: count }, () => point(curve));
    },
    left: () => proof.length - at,
  };
}

const startHash = (context: Uint8Array): Blake2bStream => {
  const hash = blake2bStream(64);
  hash.add(context);
  return hash;
};

const challengesOf = (hash: Blake2bStream): Challenges => {
  const bytes = (): Uint8Array => {
    hash.add(KIND.challenge);
    return hash.digest();
  };
  return {
    bytes,
    element: (field) => {
      const element = reduceWide(field, bytes());
      if (element === 0n) throw new Error('a challenge is zero');
      return element;
    },
  };
};
