/** get_block_headers_range: the headers of all blocks from one height to another. Upstream: `COMMAND_RPC_GET_BLOCK_HEADERS_RANGE`. */
import { equalBytes } from '../../base/bytes.ts';
import type { BlockHeaderInfo } from '../../ports/block-source.ts';
import { reading, type Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { bool, count, def, hashBytes, list, obj, opt, u64, u8 } from '../schema.ts';
import { ACCESS, height, rpcCall } from './call.ts';
import { blockHeader } from './common.ts';

/** Most headers in an answer of a restricted node. */
export const MAX_HEADERS = 1000;
const MAX_BYTES = 4 << 20;

/** Start and end height are included; headers come in ascending order. */
export const getBlockHeadersRange = rpcCall('get_block_headers_range', {
  request: { start_height: height, end_height: height, fill_pow_hash: opt(bool) },
  maxBytes: MAX_BYTES,
  answer: { ...ACCESS, headers: list(blockHeader, MAX_HEADERS) },
});

const header = obj({
  height: count,
  hash: hashBytes,
  prev_hash: hashBytes,
  timestamp: count,
  reward: u64,
  major_version: u8,
  block_weight: def(count, 0),
});
const range = rpcCall('get_block_headers_range', {
  request: { start_height: count, end_height: count },
  maxBytes: MAX_BYTES,
  answer: { headers: list(header, MAX_HEADERS) },
});

/** Headers `first` to `last`, both included, at most `MAX_HEADERS`. Checks that they form a chain. */
export function getHeaderChain(first: number, last: number): Endpoint<readonly BlockHeaderInfo[]> {
  return reading(range({ start_height: first, end_height: last }), ({ headers }) => {
    if (headers.length !== last - first + 1) throw badAnswer(`${headers.length} headers`);
    headers.forEach((each, i) => {
      const before = headers[i - 1];
      if (each.height !== first + i) throw badAnswer(`header ${each.height} in place ${first + i}`);
      if (before && !equalBytes(each.prev_hash, before.hash))
        throw badAnswer(`header ${each.height} does not follow the one before`);
    });
    return headers.map(({ prev_hash, major_version, block_weight, ...rest }) => ({
      ...rest,
      prevHash: prev_hash,
      majorVersion: major_version,
      weight: block_weight,
    }));
  });
}
