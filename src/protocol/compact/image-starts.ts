/**
 * The beginnings of all key images of blocks, as a relay sends them to a wallet that is to pay before it has read these
 * blocks. Numbers are little-endian. Request: the first height and the number of blocks, 4 bytes each. Answer: magic `OCI1`, the
 * first height, the number of blocks, how many of them say nothing of their inputs, then 3 bytes of each key image.
 */
import { concat } from '../../base/bytes.ts';
import { Reader } from '../encoding/reader.ts';
import { fault } from '../faults.ts';
import { IMAGE_BYTES, MOST_BLOCKS } from './compact-blocks.ts';
import { writeNumbers } from './output-keys.ts';

const MAGIC = 0x3149_434f;
const HEADER = 16;

export interface ImageStarts {
  readonly startHeight: number;
  readonly count: number;
  /** Blocks whose inputs are not among `images`. */
  readonly unknown: number;
  /** `IMAGE_BYTES` of each. */
  readonly images: Uint8Array;
}

export function writeImageStarts({
  startHeight,
  count,
  unknown,
  images,
}: ImageStarts): Uint8Array<ArrayBuffer> {
  return concat(writeNumbers([MAGIC, startHeight, count, unknown]), images);
}

/** `images` is a view of the input. Faults truncated, bad_format. */
export function readImageStarts(bytes: Uint8Array): ImageStarts {
  const reader = new Reader(bytes);
  if (reader.u32() !== MAGIC) throw fault('bad_format', { what: 'key images: magic' });
  const [startHeight, count, unknown] = [reader.u32(), reader.u32(), reader.u32()];
  const images = bytes.subarray(HEADER);
  if (count > MOST_BLOCKS || unknown > count || images.length % IMAGE_BYTES !== 0)
    throw fault('bad_format', { what: `key images of ${count} blocks, ${images.length} bytes` });
  return { startHeight, count, unknown, images };
}
