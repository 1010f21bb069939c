/** The scan pool and the CryptoWorkers of a browser; in this thread where it may start no workers. */
import { OFFLINE_EDITION, WORKER_TYPE } from '../src/base/offline-edition.ts';
import { decodeBlocks } from '../src/daemon/bin/get-blocks.ts';
import { systemRandom } from '../src/store/platform.ts';
import { createInlineCryptoWorkers } from '../src/wallet/crypto-workers.ts';
import { createInlinePool } from '../src/wallet/scan/inline-pool.ts';
import type { KernelChoice } from './kernel-choice.ts';
import { nameWith } from './scan-worker-name.ts';
import poolWorker from './pool.worker.ts?worker&url';
import { mayStartWorkers, scriptUrl } from './trusted.ts';
import { createWorkerPool, poolSize, type WorkerPool } from './worker-pool.ts';

/** `choice`: the build of the kernel for workers that start from now on. */
export function createScanPool(
  size = poolSize(navigator.hardwareConcurrency || 1),
  choice?: Pick<KernelChoice, 'build'>,
): WorkerPool {
  if (OFFLINE_EDITION && !mayStartWorkers())
    return { pool: createInlinePool(decodeBlocks), cryptoWorkers: createInlineCryptoWorkers(systemRandom) };
  return createWorkerPool(
    () => new Worker(scriptUrl(poolWorker), { type: WORKER_TYPE, name: nameWith(choice?.build) }),
    size,
  );
}
