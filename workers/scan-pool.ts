/** The ScanPool and CryptoWorkers ports on the same workers, which start when a wallet first needs them. */
import { isFault } from '../src/base/fault.ts';
import { WORKER_TYPE } from '../src/base/offline-edition.ts';
import type { RawBlocks } from '../src/ports/block-source.ts';
import type { CryptoWorkers } from '../src/ports/crypto-workers.ts';
import type { ScanKeys, ScanPool } from '../src/ports/scan-pool.ts';
import { createTaskPool, transferBuffers, type TaskPool } from '../src/transport/comlink/task-pool.ts';
import { fault } from '../src/wallet/faults.ts';
import { unpackFound } from '../src/wallet/scan/found-table.ts';
import { createCryptoWorkers } from './crypto-workers.ts';
import type { PoolApi } from './pool.worker.ts';
import poolWorker from './pool.worker.ts?worker&url';
import { scriptUrl } from './trusted.ts';

/** More workers use memory and gain little, since the node sends one range at a time. */
const MOST = 4;

export function createWorkerPool(workers = navigator.hardwareConcurrency || 1): {
  readonly pool: ScanPool;
  readonly cryptoWorkers: CryptoWorkers;
} {
  const size = Math.max(1, Math.min(MOST, workers));
  let pool: TaskPool<PoolApi> | undefined;
  const started = (): TaskPool<PoolApi> =>
    (pool ??= createTaskPool<PoolApi>(
      () => new Worker(scriptUrl(poolWorker), { type: WORKER_TYPE, name: 'ostro scan' }),
      size,
    ));
  const scanPool: ScanPool = {
    size,
    configure: (keys: ScanKeys) => started().everywhere((api) => api.configure(keys)),
    scan: async (raw: RawBlocks) => {
      const range = await asFault(
        started().anywhere((api) => api.scan(transferBuffers(raw, buffersOf(raw)))),
      );
      return { ...range, found: unpackFound(range.found) };
    },
    scanTx: (blob) => started().anywhere((api) => api.scanTx(blob)),
    dispose: () => {
      pool?.dispose(fault('cancelled'));
      pool = undefined;
    },
  };
  return { pool: scanPool, cryptoWorkers: createCryptoWorkers({ started, present: () => pool }) };
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
