/** get_block_headers_range. Upstream: `COMMAND_RPC_GET_BLOCK_HEADERS_RANGE`. */
import { equalBytes } from '../../base/bytes.ts';
import type { BlockHeaderInfo } from '../../ports/block-source.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { rpcCall } from './call.ts';
import type { Fields } from './fields.ts';

/** Most headers in an answer of a restricted node. */
export const MAX_HEADERS = 1000;

/**
 * Headers `first` to `last`, both included, at most `MAX_HEADERS`. Checks that each contains the id of the one
 * before.
 */
export function getBlockHeadersRange(first: number, last: number): Endpoint<readonly BlockHeaderInfo[]> {
  return rpcCall('get_block_headers_range', {
    params: { start_height: first, end_height: last },
    maxBytes: 4 << 20,
    read: (answer) => {
      const headers = answer.objects('headers', MAX_HEADERS).map(readHeader);
      if (headers.length !== last - first + 1) throw badAnswer(`${headers.length} headers`);
      headers.forEach((header, i) => {
        const before = headers[i - 1];
        if (header.height !== first + i) throw badAnswer(`header ${header.height} in place ${first + i}`);
        if (before && !equalBytes(header.prevHash, before.hash))
          throw badAnswer(`header ${header.height} does not follow the one before`);
      });
      return headers;
    },
  });
}

const readHeader = (header: Fields): BlockHeaderInfo => ({
  height: header.number('height'),
  hash: header.hash('hash'),
  prevHash: header.hash('prev_hash'),
  timestamp: header.number('timestamp'),
  reward: header.u64('reward'),
  majorVersion: header.number('major_version', { max: 255 }),
  weight: header.number('block_weight', { missing: 0 }),
});
