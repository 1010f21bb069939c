/**
 * get_txpool_backlog: weights and fees of the pool's transactions, as a byte string of {u64 weight, u64 fee, u64 time}
 * inside a JSON string. Upstream: `COMMAND_RPC_GET_TRANSACTION_POOL_BACKLOG`.
 */
import type { PoolBacklogEntry } from '../../ports/fee-source.ts';
import { reading, type Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_POOL } from '../limits.ts';
import { ACCESS, rpcCall } from './call.ts';
import { withRawString } from './raw-string.ts';

const ENTRY_BYTES = 24;
const MAX_WEIGHT = 2 ** 32;

interface Entry {
  readonly weight: number;
  readonly fee: bigint;
  /** Seconds. */
  readonly time_in_pool: bigint;
}

const readBacklog = (raw: Uint8Array): readonly Entry[] => {
  if (raw.length % ENTRY_BYTES !== 0) throw badAnswer(`a backlog of ${raw.length} bytes`);
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  return Array.from({ length: raw.length / ENTRY_BYTES }, (_, i) => {
    const at = i * ENTRY_BYTES;
    const weight = view.getBigUint64(at, true);
    if (weight > MAX_WEIGHT) throw badAnswer(`a transaction of weight ${weight}`);
    const [fee, time] = [view.getBigUint64(at + 8, true), view.getBigUint64(at + 16, true)];
    return { weight: Number(weight), fee, time_in_pool: time };
  });
};

/** Escaped, a byte takes up to six. */
const MAX_BYTES = 6 * ENTRY_BYTES * MAX_POOL;

export const getTxpoolBacklog = withRawString(
  rpcCall('get_txpool_backlog', { maxBytes: MAX_BYTES, answer: ACCESS }),
  'backlog',
  readBacklog,
  '{ weight: uint64, fee: uint64, time_in_pool: uint64 }[]',
);

const narrow = withRawString(
  rpcCall('get_txpool_backlog', { maxBytes: MAX_BYTES, answer: {} }),
  'backlog',
  readBacklog,
);
export const getBacklog: Endpoint<readonly PoolBacklogEntry[]> = reading(narrow(), ({ backlog }) =>
  backlog.map(({ weight, fee }) => ({ weight, fee })),
);
