import type { ImageStarts } from '../protocol/compact/image-starts.ts';

/** The questions to a relay of one's own, beside those to a node. Its answers are compared with another node's (wallet/relay). */
export interface CompactSource {
  /** Compact blocks from `height` on, as protocol/compact reads them; fewer than `most` if the relay ends before. */
  compactBlocks(height: number, most: number, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * The one-time keys of all outputs of these blocks, 32 bytes each, in the order of the view tags; none of a block that is
   * to be read whole. Heights ascend.
   */
  outputKeys(heights: readonly number[], signal?: AbortSignal): Promise<readonly Uint8Array[]>;
  /** The beginnings of the key images of at most `most` blocks from `height` on; fewer blocks if the relay ends before. */
  imageStarts(height: number, most: number, signal?: AbortSignal): Promise<ImageStarts>;
}
