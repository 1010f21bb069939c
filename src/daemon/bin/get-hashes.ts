/** /gethashes.bin: ids of the blocks after the newest one in common. Upstream: `COMMAND_RPC_GET_HASHES_FAST`. */
import { epee } from '../../protocol/encoding/epee.ts';
import { ACCESS, height } from '../json/call.ts';
import { keys } from '../schema.ts';
import { binCall } from './call.ts';

/** `BLOCKS_IDS_SYNCHRONIZING_MAX_COUNT`; nodes send 10000 today. */
const MAX_HASHES = 25_000;

/**
 * `history`: block ids, newest first, genesis last. The answer begins with the newest block in common, at its
 * `start_height`; nodes ignore the `start_height` of the request. The wallet itself does not use this call.
 */
export const getHashes = binCall('/gethashes.bin', {
  request: (history: readonly Uint8Array[], startHeight: number) => ({
    block_ids: epee.blobs(history),
    start_height: epee.u64(startHeight),
  }),
  maxBytes: MAX_HASHES * 32 + 4096,
  answer: { ...ACCESS, m_block_ids: keys(MAX_HASHES), start_height: height, current_height: height },
});
