/** /gethashes.bin: block ids. Upstream: `COMMAND_RPC_GET_HASHES_FAST`. */
import { epee } from '../../protocol/encoding/epee.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_HEIGHT } from '../limits.ts';
import { binCall } from './call.ts';

/** `BLOCKS_IDS_SYNCHRONIZING_MAX_COUNT`; nodes send 10000 today. */
const MAX_HASHES = 25_000;

export interface HashesAnswer {
  /** Height of the first id: of the newest block that wallet and node have in common. */
  readonly startHeight: number;
  readonly hashes: readonly Uint8Array[];
  readonly chainHeight: number;
}

/** `history`: block ids, newest first, genesis last. */
export function getHashes(history: readonly Uint8Array[], startHeight: number): Endpoint<HashesAnswer> {
  return binCall(
    '/gethashes.bin',
    { block_ids: epee.blobs(history), start_height: epee.u64(startHeight) },
    {
      maxBytes: MAX_HASHES * 32 + 4096,
      read: (answer) => {
        const hashes = answer.keys('m_block_ids', MAX_HASHES);
        const first = answer.number('start_height', undefined, MAX_HEIGHT);
        const chainHeight = answer.number('current_height', undefined, MAX_HEIGHT);
        if (hashes.length === 0) throw badAnswer('not even the common block');
        if (first + hashes.length > chainHeight)
          throw badAnswer(`ids beyond a chain of ${chainHeight} blocks`);
        return { startHeight: first, hashes, chainHeight };
      },
    },
  );
}
