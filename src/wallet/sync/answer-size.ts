/**
 * How many blocks to ask for at once. Answers of one size take the same memory, whatever the blocks hold. On a slow link
 * they are smaller, so that an answer takes a few seconds: what a killed tab has to read again, and what a payment waits
 * for at most while blocks arrive.
 */
import type { RawBlocks } from '../../ports/block-source.ts';

/** Bytes of an answer at most, and on the slowest link. */
const LARGEST = 6_000_000;
const SMALLEST = 200_000;
/** Milliseconds that an answer should take. */
const WANTED_MS = 2000;
/** Most blocks that a node sends in one answer. */
const MOST_BLOCKS = 1000;
const LEAST_BLOCKS = 10;
/** Each request asks for at most this many times the blocks of the last answer: the next blocks may be larger. */
const GROWTH = 4;

/** Bytes of the next answer, after one of `bytes` that took `ms` milliseconds (undefined: not known). */
export function answerSize(bytes: number, ms: number | undefined): number {
  if (ms === undefined || ms <= 0) return LARGEST;
  return Math.max(SMALLEST, Math.min((bytes * WANTED_MS) / ms, LARGEST));
}

export function bytesOf({ bytes, size }: Pick<RawBlocks, 'bytes' | 'size'>): number {
  return size ?? bytes.byteLength;
}

/** The number of blocks like those of the last answer that make up `size` bytes. */
export function blocksOfSize(size: number, raw: Pick<RawBlocks, 'bytes' | 'size' | 'count'>): number {
  const { count } = raw;
  const fitting = Math.floor((size * count) / bytesOf(raw));
  return Math.max(LEAST_BLOCKS, Math.min(fitting, count * GROWTH, MOST_BLOCKS));
}
