/** The scan pool and the CryptoWorkers of a browser. */
import { WORKER_TYPE } from '../src/base/offline-edition.ts';
import poolWorker from './pool.worker.ts?worker&url';
import { scriptUrl } from './trusted.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

/** More workers use memory and gain little, since the node sends one range at a time. */
const MOST = 4;

export function createScanPool(workers = navigator.hardwareConcurrency || 1): WorkerPool {
  return createWorkerPool(
    () => new Worker(scriptUrl(poolWorker), { type: WORKER_TYPE, name: 'ostro scan' }),
    Math.max(1, Math.min(MOST, workers)),
  );
}
