/** The scan pool and the CryptoWorkers of a browser. */
import { WORKER_TYPE } from '../src/base/offline-edition.ts';
import poolWorker from './pool.worker.ts?worker&url';
import { scriptUrl } from './trusted.ts';
import { createWorkerPool, poolSize, type WorkerPool } from './worker-pool.ts';

export function createScanPool(size = poolSize(navigator.hardwareConcurrency || 1)): WorkerPool {
  return createWorkerPool(
    () => new Worker(scriptUrl(poolWorker), { type: WORKER_TYPE, name: 'ostro scan' }),
    size,
  );
}
