/**
 * /get_output_distribution.bin: the number of RingCT outputs of each block, as a varint per block.
 * Upstream: `COMMAND_RPC_GET_OUTPUT_DISTRIBUTION`, `compress_integer_array` in
 * src/rpc/core_rpc_server_commands_defs.h.
 */
import type { OutputDistribution } from '../../ports/output-source.ts';
import { epee } from '../../protocol/encoding/epee.ts';
import { Reader } from '../../protocol/encoding/reader.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_HEIGHT, MAX_OUTPUT_INDEX } from '../limits.ts';
import { binCall } from './call.ts';

/** In bytes: twenty years of blocks at four bytes each. */
const MAX_BYTES = 24 << 20;
/** More outputs than any block has. */
const MAX_PER_BLOCK = 1 << 24;

export const getOutputDistribution: Endpoint<OutputDistribution> = binCall(
  '/get_output_distribution.bin',
  {
    amounts: epee.u64s([0]),
    from_height: epee.u64(0),
    to_height: epee.u64(0),
    cumulative: epee.bool(false),
    binary: epee.bool(true),
    compress: epee.bool(true),
  },
  {
    maxBytes: MAX_BYTES,
    read: (answer) => {
      const [data, ...more] = answer.sections('distributions');
      if (!data || more.length > 0) throw badAnswer(`${more.length} distributions too many, or none`);
      if (data.u64('amount') !== 0n || !data.bool('binary') || !data.bool('compress'))
        throw badAnswer('another distribution than asked for');
      const startHeight = data.number('start_height', undefined, MAX_HEIGHT);
      const base = data.number('base', 0, MAX_OUTPUT_INDEX);
      const cumulative = accumulate(data.bytes('compressed_data', new Uint8Array(0)), base);
      if (startHeight + cumulative.length > MAX_HEIGHT) throw badAnswer('more blocks than a chain has');
      return { startHeight, cumulative };
    },
  },
);

const accumulate = (compressed: Uint8Array, base: number): readonly number[] => {
  const reader = new Reader(compressed);
  const cumulative: number[] = [];
  for (let total = base; reader.left > 0; cumulative.push(total)) {
    total += reader.count(MAX_PER_BLOCK);
    if (total > MAX_OUTPUT_INDEX) throw badAnswer(`${total} outputs`);
  }
  return cumulative;
};
