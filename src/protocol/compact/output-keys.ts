/**
 * The one-time keys of the outputs of blocks, as a relay sends them beside compact blocks. Numbers are little-endian.
 * Request: 4 bytes for each height. Answer: magic `OCK1`, the number of blocks, the number of keys of each block in 4 bytes,
 * then all keys.
 */
import { concat } from '../../base/bytes.ts';
import { Reader } from '../encoding/reader.ts';
import { fault } from '../faults.ts';
import { MOST_BLOCKS } from './compact-blocks.ts';

const MAGIC = 0x314b_434f;

export function writeNumbers(numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 * numbers.length);
  const view = new DataView(bytes.buffer);
  for (const [i, each] of numbers.entries()) view.setUint32(4 * i, each, true);
  return bytes;
}

/** Faults bad_format, and list_too_long above `most` numbers. */
export function readNumbers(bytes: Uint8Array, most: number): readonly number[] {
  if (bytes.length % 4 !== 0) throw fault('bad_format', { what: 'numbers of four bytes' });
  const n = bytes.length / 4;
  if (n > most) throw fault('list_too_long', { n, max: most });
  const reader = new Reader(bytes);
  return Array.from({ length: n }, () => reader.u32());
}

export function writeOutputKeys(blocks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concat(writeNumbers([MAGIC, blocks.length, ...blocks.map((keys) => keys.length / 32)]), ...blocks);
}

/** Views of the input, one of each of `count` blocks. Faults truncated, trailing_bytes, bad_format. */
export function readOutputKeys(bytes: Uint8Array, count: number): readonly Uint8Array[] {
  const reader = new Reader(bytes);
  if (reader.u32() !== MAGIC) throw fault('bad_format', { what: 'output keys: magic' });
  const blocks = reader.u32();
  if (blocks !== count || count > MOST_BLOCKS)
    throw fault('bad_format', { what: `output keys of ${blocks} blocks instead of ${count}` });
  const counts = Array.from({ length: blocks }, () => reader.u32());
  const keys = counts.map((each) => reader.take(32 * each));
  reader.end();
  return keys;
}
