/** The ScanPool and CryptoWorkers ports on the same workers, which start when a wallet first needs them. */
import { isFault } from '../src/base/fault.ts';
import type { RawBlocks } from '../src/ports/block-source.ts';
import type { CryptoWorkers } from '../src/ports/crypto-workers.ts';
import type { ScanKeys, ScanPool } from '../src/ports/scan-pool.ts';
import { createTaskPool, transferBuffers, type TaskPool } from '../src/transport/comlink/task-pool.ts';
import type { StartOptions, TaskWorker } from '../src/transport/start-worker.ts';
import { fault } from '../src/wallet/faults.ts';
import { unpackFound } from '../src/wallet/scan/found-table.ts';
import { createCryptoWorkers } from './crypto-workers.ts';
import type { PoolApi } from './pool-tasks.ts';

/**
 * The wallet worker does a sixth of the work of a scan alone (reading, decoding, storing), so more pool workers would wait.
 */
const MOST_WORKERS = 8;

/**
 * The number of pool workers for a device: one core is left for page and wallet worker, but two cores get two workers,
 * since the wallet worker needs a small part of one only.
 */
export function poolSize(cores: number): number {
  return Math.max(1, Math.min(cores <= 2 ? cores : cores - 1, MOST_WORKERS));
}

export interface WorkerPool {
  readonly pool: ScanPool;
  readonly cryptoWorkers: CryptoWorkers;
}

/**
 * `spawn` makes a worker that exposes the tasks of pool-tasks.ts. When one fails, all tasks reject, and the next one starts
 * new workers with the same keys. `offload`: see crypto-workers.ts.
 */
export function createWorkerPool(
  spawn: () => TaskWorker,
  size: number,
  { offload = false, ...options }: { readonly offload?: boolean } & Pick<StartOptions, 'after'> = {},
): WorkerPool {
  let pool: TaskPool<PoolApi> | undefined;
  let scanKeys: ScanKeys | undefined;
  const configure = (workers: TaskPool<PoolApi>, keys: ScanKeys): Promise<void> =>
    workers.everywhere((api) => api.configure(keys));
  const started = (): TaskPool<PoolApi> => {
    if (pool) return pool;
    pool = createTaskPool<PoolApi>(spawn, size, { ...options, failed: () => (pool = undefined) });
    // A worker that cannot be configured fails at its next task, too.
    if (scanKeys) configure(pool, scanKeys).catch(() => undefined);
    return pool;
  };
  const scanPool: ScanPool = {
    size,
    configure: (keys: ScanKeys) => {
      const workers = started();
      scanKeys = keys;
      return configure(workers, keys);
    },
    scan: async (raw: RawBlocks) => {
      const range = await asFault(
        started().anywhere((api) => api.scan(transferBuffers(raw, buffersOf(raw)))),
      );
      return { ...range, found: unpackFound(range.found) };
    },
    scanTx: (blob) => started().anywhere((api) => api.scanTx(blob)),
    dispose: () => {
      scanKeys = undefined;
      pool?.dispose(fault('cancelled'));
      pool = undefined;
    },
  };
  return { pool: scanPool, cryptoWorkers: createCryptoWorkers({ started, present: () => pool, offload }) };
}

/** Buffers to transfer. The offsets, if known, share one buffer (wallet/scan/chunks.ts). */
const buffersOf = ({ bytes, offsets }: RawBlocks): ArrayBuffer[] =>
  offsets ? [bytes, offsets.blockAt.buffer as ArrayBuffer] : [bytes];

/** Makes a fault of an error, of which Comlink keeps name and message. A range that does not decode is the node's. */
const asFault = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (isFault(error) || !(error instanceof Error) || error.name !== 'Fault') throw error;
    throw fault('node_bad_answer', { address: '', what: `blocks: ${error.message}` });
  }
};
