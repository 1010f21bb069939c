/**
 * /get_output_distribution.bin: number of outputs of an amount in each block, compressed to a varint per block.
 * Upstream: `COMMAND_RPC_GET_OUTPUT_DISTRIBUTION`, `compress_integer_array` in
 * src/rpc/core_rpc_server_commands_defs.h.
 */
import type { OutputDistribution } from '../../ports/output-source.ts';
import { epee } from '../../protocol/encoding/epee.ts';
import { Reader } from '../../protocol/encoding/reader.ts';
import { reading, type Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { ACCESS, height } from '../json/call.ts';
import { MAX_HEIGHT } from '../../base/chain.ts';
import { MAX_OUTPUT_INDEX } from '../limits.ts';
import { bool, bytes, def, list, obj, opt, u64, upTo } from '../schema.ts';
import { binCall } from './call.ts';

/** Twenty years of blocks at four bytes each. */
const MAX_BYTES = 24 << 20;
/** No block has more outputs. */
const MAX_PER_BLOCK = 1 << 24;
const MAX_AMOUNTS = 1000;

interface DistributionRequest {
  readonly amounts: readonly bigint[];
  readonly fromHeight?: number;
  readonly toHeight?: number;
  readonly cumulative?: boolean;
  readonly compress: boolean;
}
const requestOf = (request: DistributionRequest) => ({
  amounts: epee.u64s(request.amounts),
  from_height: epee.u64(request.fromHeight ?? 0),
  to_height: epee.u64(request.toHeight ?? 0),
  cumulative: epee.bool(request.cumulative ?? false),
  binary: epee.bool(true),
  compress: epee.bool(request.compress),
});

const DISTRIBUTION = {
  amount: u64,
  start_height: height,
  binary: bool,
  compress: bool,
  compressed_data: opt(bytes(MAX_BYTES)),
  base: def(upTo(MAX_OUTPUT_INDEX), 0),
};

/**
 * `compressed_data`: a varint per block, if compressed; else `distribution`: 8 bytes per block, little-endian. A
 * restricted node answers for amount 0 (RingCT) only.
 */
export const getOutputDistributionBin = binCall('/get_output_distribution.bin', {
  request: requestOf,
  maxBytes: 2 * MAX_BYTES,
  answer: {
    ...ACCESS,
    distributions: list(obj({ ...DISTRIBUTION, distribution: opt(bytes(2 * MAX_BYTES)) }), MAX_AMOUNTS),
  },
});

const narrow = binCall('/get_output_distribution.bin', {
  request: requestOf,
  maxBytes: MAX_BYTES,
  answer: { distributions: list(obj(DISTRIBUTION), MAX_AMOUNTS) },
});

/** RingCT outputs of the whole chain. */
export const getRctDistribution: Endpoint<OutputDistribution> = rctDistribution(
  narrow({ amounts: [0n], compress: true }),
);

/** RingCT outputs after the blocks `first` to `last`. A node reads `last` 0 as the newest block. */
export function getRctCounts(first: number, last: number): Endpoint<OutputDistribution> {
  return rctDistribution(narrow({ amounts: [0n], compress: true, fromHeight: first, toHeight: last }));
}

function rctDistribution(endpoint: ReturnType<typeof narrow>): Endpoint<OutputDistribution> {
  return reading(endpoint, ({ distributions: [data, ...more] }) => {
    if (!data || more.length > 0) throw badAnswer(`${more.length} distributions too many, or none`);
    if (data.amount !== 0n || !data.binary || !data.compress)
      throw badAnswer('another distribution than asked for');
    const cumulative = accumulate(data.compressed_data ?? new Uint8Array(0), data.base);
    if (data.start_height + cumulative.length > MAX_HEIGHT) throw badAnswer('more blocks than a chain has');
    return { startHeight: data.start_height, cumulative };
  });
}

const accumulate = (compressed: Uint8Array, base: number): readonly number[] => {
  const reader = new Reader(compressed);
  const cumulative: number[] = [];
  for (let total = base; reader.left > 0; cumulative.push(total)) {
    total += reader.count(MAX_PER_BLOCK);
    if (total > MAX_OUTPUT_INDEX) throw badAnswer(`${total} outputs`);
  }
  return cumulative;
};
