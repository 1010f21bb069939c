/**
 * Chooses the fragments of message part number n: the plain ones first, in order, then several at once, drawn by a
 * generator that writer and reader both start from the part's number and the message's checksum.
 * Specification: BCR-2024-001 (Blockchain Commons), sections on Xoshiro256**, alias sampling and shuffling; its
 * reference implementation reverses the order of the lists of the alias method.
 */
import { sha256 } from '@noble/hashes/sha2.js';

const SHORTEST_FRAGMENT = 10;
/** Number of bytes in each fragment: as few fragments as possible, all of one length of at most `most`. */
export function fragmentLength(messageLength: number, most: number): number {
  const mostFragments = Math.max(1, Math.floor(messageLength / SHORTEST_FRAGMENT));
  const fragments = Math.min(mostFragments, Math.ceil(messageLength / most));
  return Math.ceil(messageLength / fragments);
}

/** Indices of the fragments that are mixed in part `number` (from 1 on) of `count`; `checksum` is the message's CRC-32. */
export function fragmentsIn(number: number, count: number, checksum: number): readonly number[] {
  if (number <= count) return [number - 1];
  const seed = new Uint8Array(8);
  const view = new DataView(seed.buffer);
  view.setUint32(0, number);
  view.setUint32(4, checksum);
  const random = xoshiro256(seed);
  const howMany = drawDegree(count, random);
  const left = Uint32Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: howMany }, (_, taken) => {
    const at = Math.floor(random() * (count - taken));
    const index = left[at]!;
    left.copyWithin(at, at + 1, count - taken);
    return index;
  });
}

const MASK = (1n << 64n) - 1n;
const rotate = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & MASK;
/** Xoshiro256** seeded with the SHA-256 of `seed`; numbers from 0 to 1. */
const xoshiro256 = (seed: Uint8Array): (() => number) => {
  const digest = new DataView(sha256(seed).buffer);
  const state = [0, 8, 16, 24].map((at) => digest.getBigUint64(at)) as [bigint, bigint, bigint, bigint];
  return () => {
    const result = (rotate((state[1] * 5n) & MASK, 7n) * 9n) & MASK;
    const shifted = (state[1] << 17n) & MASK;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotate(state[3], 45n);
    return Number(result) / 2 ** 64;
  };
};

/** A number d from 1 to `count`, with a probability proportional to 1 / d. */
const drawDegree = (count: number, random: () => number): number => {
  const { probabilities, aliases } = samplerOf(count);
  const at = Math.floor(random() * count);
  return (random() < probabilities[at]! ? at : aliases[at]!) + 1;
};
interface Sampler {
  readonly count: number;
  readonly probabilities: Float64Array;
  readonly aliases: Uint32Array;
}
/** Tables for the last count: all parts of a message have the same. */
let latest: Sampler = { count: 0, probabilities: new Float64Array(0), aliases: new Uint32Array(0) };
/** Tables of the alias method (Vose). */
const samplerOf = (count: number): Sampler => {
  if (latest.count === count) return latest;
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const scaled = weights.map((weight) => (weight * count) / sum);
  const probabilities = new Float64Array(count).fill(1);
  const aliases = new Uint32Array(count);
  const small: number[] = [];
  const large: number[] = [];
  for (let index = count - 1; index >= 0; index--) (scaled[index]! < 1 ? small : large).push(index);
  while (small.length > 0 && large.length > 0) {
    const less = small.pop()!;
    const more = large.pop()!;
    probabilities[less] = scaled[less]!;
    aliases[less] = more;
    scaled[more] = scaled[more]! + scaled[less]! - 1;
    (scaled[more] < 1 ? small : large).push(more);
  }
  latest = { count, probabilities, aliases };
  return latest;
};
