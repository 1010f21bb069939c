/** Calls that a relay of one's own has beside those of a node: compact blocks, and the keys of their outputs (docs/adr/0016). */
import { readCompact } from '../../protocol/compact/compact-blocks.ts';
import { readImageStarts, type ImageStarts } from '../../protocol/compact/image-starts.ts';
import { readOutputKeys, writeNumbers } from '../../protocol/compact/output-keys.ts';
import { COMPACT_PATHS } from '../../protocol/compact/paths.ts';
import { badAnswer } from '../faults.ts';
import type { Endpoint } from '../ask.ts';

const MAX_BYTES = 64 << 20;
const CALL = { admin: false, maxBytes: MAX_BYTES, seconds: 120, idempotent: true } as const;

/** The bytes themselves, of which only the beginning and the size are checked: the scan reads them. */
export function getCompactBlocks(height: number, most: number): Endpoint<Uint8Array> {
  return {
    ...CALL,
    path: COMPACT_PATHS.blocks,
    body: writeNumbers([height, most]),
    read: (bytes) => {
      const { startHeight, count } = readCompact(bytes);
      if (startHeight !== height || count > most)
        throw badAnswer(`${count} blocks from ${startHeight} instead of ${most} from ${height}`);
      return bytes;
    },
  };
}

export function getImageStarts(height: number, most: number): Endpoint<ImageStarts> {
  return {
    ...CALL,
    path: COMPACT_PATHS.images,
    body: writeNumbers([height, most]),
    read: (bytes) => {
      const starts = readImageStarts(bytes);
      if (starts.startHeight !== height || starts.count > most)
        throw badAnswer(
          `key images of ${starts.count} blocks from ${starts.startHeight} instead of ${most} from ${height}`,
        );
      return starts;
    },
  };
}

export function getOutputKeys(heights: readonly number[]): Endpoint<readonly Uint8Array[]> {
  return {
    ...CALL,
    path: COMPACT_PATHS.outputs,
    body: writeNumbers(heights),
    read: (bytes) => readOutputKeys(bytes, heights.length),
  };
}
