/**
 * The compact blocks of a relay: made once from its node's blocks, and kept on disk in a file for each 200 of them, with
 * their output keys. What does not fit the node's chain, such as after a reorganisation, is made again.
 */
import { concat } from '../../base/bytes.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  MOST_BLOCKS,
  noBlocks,
  writeCompact,
  type CompactColumns,
} from '../../protocol/compact/compact-blocks.ts';
import type { ImageStarts } from '../../protocol/compact/image-starts.ts';
import { writeOutputKeys } from '../../protocol/compact/output-keys.ts';
import { joinCompact, sliceCompact } from '../../protocol/compact/slice.ts';
import { createCompactParts, FILE_BLOCKS, NEWEST, type CompactPartsDeps } from './compact-parts.ts';

/** An answer ends after the file that exceeds so many bytes. */
const ANSWER_BYTES = 8 << 20;
const TIP_MS = 5000;

interface CompactStoreDeps extends CompactPartsDeps {
  readonly node: CompactPartsDeps['node'] & Pick<BlockSource, 'tip'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface CompactStore {
  /** Compact blocks from `height` on, at most `most`. Faults: the node's. */
  blocks(height: number, most: number): Promise<Uint8Array<ArrayBuffer>>;
  /** The beginnings of the key images of at most `most` blocks from `height` on. Faults: the node's. */
  imageStarts(height: number, most: number): Promise<ImageStarts>;
  /** The output keys of these blocks, as protocol/compact/output-keys writes them. Faults: the node's. */
  outputKeys(heights: readonly number[]): Promise<Uint8Array<ArrayBuffer>>;
}

export function createCompactStore({ node, clock, folder }: CompactStoreDeps): CompactStore {
  const { part, forget } = createCompactParts({ node, folder });
  let tip: { readonly height: number; readonly at: number } | undefined;
  const chainHeight = async (): Promise<number> => {
    if (!tip || Math.abs(clock.now() - tip.at) > TIP_MS)
      tip = { height: (await node.tip()).height, at: clock.now() };
    return tip.height;
  };
  const joined = async (from: number, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    const height = await chainHeight();
    const end = Math.min(from + most, height - NEWEST);
    if (from >= end) return writeCompact(noBlocks(from, height));
    const parts: CompactColumns[] = [];
    let bytes = 0;
    for (let start = startOf(from); start < end && bytes < ANSWER_BYTES; start += FILE_BLOCKS) {
      const { blocks } = await part(start, height);
      const cut = sliceCompact(blocks, Math.max(from, start) - start, Math.min(blocks.count, end - start));
      bytes += cut.keys.length + cut.tags.length + cut.images.length;
      parts.push({ ...cut, chainHeight: height });
    }
    const all = joinCompact(parts);
    if (all) return writeCompact(all);
    // A reorganisation came between the parts.
    for (const { startHeight } of parts) forget(startOf(startHeight));
    tip = undefined;
    return undefined;
  };
  return {
    blocks: async (from, most) => {
      const wanted = Math.min(most, MOST_BLOCKS);
      const height = await chainHeight();
      const answer = (await joined(from, wanted)) ?? (await joined(from, wanted));
      // The next answer is made while this one travels.
      const next = Math.min(from + wanted, height - NEWEST - 1);
      if (next >= 0) void part(startOf(next), height).catch(() => undefined);
      return answer ?? writeCompact(noBlocks(from, height));
    },
    imageStarts: async (from, most) => {
      const height = await chainHeight();
      const end = Math.min(from + Math.min(most, MOST_BLOCKS), height - NEWEST);
      const images: Uint8Array[] = [];
      let [count, unknown] = [0, 0];
      for (let start = startOf(from); start < end; start += FILE_BLOCKS) {
        const { blocks } = await part(start, height);
        const [first, last] = [Math.max(from, start) - start, Math.min(FILE_BLOCKS, end - start)];
        // The node's chain became shorter.
        if (blocks.count < last) break;
        const cut = sliceCompact(blocks, first, last);
        images.push(cut.images);
        count += cut.count;
        unknown += cut.whole.reduce((sum, each) => sum + each, 0);
      }
      return { startHeight: from, count, unknown, images: concat(...images) };
    },
    outputKeys: async (heights) => {
      const height = await chainHeight();
      const keys: Uint8Array[] = [];
      for (const each of heights) {
        const start = startOf(each);
        const { outputKeys } = await part(start, Math.max(height, each + NEWEST + 1));
        keys.push(outputKeys[each - start] ?? new Uint8Array(0));
      }
      return writeOutputKeys(keys);
    },
  };
}

const startOf = (height: number): number => height - (height % FILE_BLOCKS);
