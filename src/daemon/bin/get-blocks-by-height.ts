/** /get_blocks_by_height.bin: whole blocks at single heights. Upstream: `COMMAND_RPC_GET_BLOCKS_BY_HEIGHT`. */
import { epee } from '../../protocol/encoding/epee.ts';
import { ACCESS } from '../json/call.ts';
import { list } from '../schema.ts';
import { blockEntry } from './block-entry.ts';
import { binCall } from './call.ts';

/** Most blocks that a restricted node sends at once. */
const MAX_BLOCKS = 1000;

/** Transactions are not pruned. One answer per height, in their order. */
export const getBlocksByHeight = binCall('/get_blocks_by_height.bin', {
  request: (heights: readonly number[]) => ({ heights: epee.u64s(heights) }),
  maxBytes: 160 << 20,
  answer: { ...ACCESS, blocks: list(blockEntry, MAX_BLOCKS) },
});
