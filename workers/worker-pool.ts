/**
 * The ScanPool and CryptoWorkers ports on the same workers, which start when a wallet first needs them. All wallets of a process can
 * share the workers.
 */
import { isFault } from '../src/base/fault.ts';
import { createWaiting } from '../src/base/waiting.ts';
import type { RawBlocks } from '../src/ports/block-source.ts';
import type { CryptoWorkers } from '../src/ports/crypto-workers.ts';
import type { ScanKeys, ScanPool } from '../src/ports/scan-pool.ts';
import { createTaskPool, transferBuffers, type TaskPool } from '../src/transport/comlink/task-pool.ts';
import type { StartOptions, TaskWorker } from '../src/transport/start-worker.ts';
import { fault } from '../src/wallet/faults.ts';
import { unpackFound } from '../src/wallet/scan/found-table.ts';
import { createCryptoWorkers, type Workers as Own } from './crypto-workers.ts';
import type { PoolApi } from './pool-tasks.ts';
import { createSharedScans, type SharedScans } from './shared-scans.ts';

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

/** The pool of one wallet at a time. `dispose` overwrites its keys in the workers; the last wallet ends the workers. */
export interface WorkerPool {
  readonly pool: ScanPool;
  readonly cryptoWorkers: CryptoWorkers;
}
type PoolOptions = { readonly offload?: boolean } & Pick<StartOptions, 'after'>;

/**
 * `spawn` makes a worker that exposes the tasks of pool-tasks.ts. When one fails, all tasks reject, and the next one starts
 * new workers with the same keys. `offload`: see crypto-workers.ts.
 */
export function createWorkerPool(
  spawn: () => TaskWorker,
  size: number,
  options: PoolOptions = {},
): WorkerPool {
  return createSharedWorkers(spawn, () => size, options).newPool();
}

/** Workers for several wallets. `sizeOf`: the number of workers, asked when they start. */
export function createSharedWorkers(
  spawn: () => TaskWorker,
  sizeOf: () => number,
  { offload = false, ...options }: PoolOptions = {},
): { readonly newPool: () => WorkerPool } {
  let workers: TaskPool<PoolApi> | undefined;
  let lastId = 0;
  const keysOf = new Map<number, ScanKeys>();
  const start = (): TaskPool<PoolApi> => {
    if (workers) return workers;
    const made = createTaskPool<PoolApi>(spawn, sizeOf(), {
      ...options,
      failed: () => (workers = undefined),
    });
    workers = made;
    // A worker that cannot be configured fails at its next task, too.
    for (const [id, keys] of keysOf) made.everywhere((api) => api.configure(id, keys)).catch(() => undefined);
    return made;
  };
  const size = (): number => workers?.size ?? sizeOf();
  const shared: SharedWorkers = {
    ...{ size, start, keysOf, inUse: new Set() },
    present: () => workers,
    newId: () => ++lastId,
    // The range stays here: the worker gets a copy.
    scans: createSharedScans(size, (ids, raw) =>
      asFault(start().anywhere((api) => api.scanShared(ids, raw))),
    ),
    end: () => {
      workers?.dispose(fault('cancelled'));
      workers = undefined;
    },
  };
  return { newPool: () => createPool(shared, offload) };
}

interface SharedWorkers {
  readonly size: () => number;
  /** Starts them if they do not run. */
  readonly start: () => TaskPool<PoolApi>;
  readonly present: () => TaskPool<PoolApi> | undefined;
  readonly scans: SharedScans;
  /** Keys of the wallets, for workers that start later. */
  readonly keysOf: Map<number, ScanKeys>;
  /** Pools that were used and not disposed. */
  readonly inUse: Set<ScanPool>;
  readonly newId: () => number;
  readonly end: () => void;
}

const createPool = (shared: SharedWorkers, offload: boolean): WorkerPool => {
  const { start, present, scans, keysOf, inUse } = shared;
  /** The wallet in the workers; another one after `dispose`. */
  let id = shared.newId();
  /** The tasks of this wallet reject when it is closed, whether or not the workers go on. */
  const waiting = createWaiting();
  const own = (all: TaskPool<PoolApi>): Own => ({
    get idle() {
      return all.idle;
    },
    anywhere: (task) => waiting.add(all.anywhere(task)),
  });
  const started = (): TaskPool<PoolApi> => {
    inUse.add(pool);
    return start();
  };
  const pool: ScanPool = {
    get size() {
      return shared.size();
    },
    configure: (keys) => {
      const all = started();
      keysOf.set(id, keys);
      return waiting.add(all.everywhere((api) => api.configure(id, keys)));
    },
    scan: async (raw) => {
      const all = started();
      if (raw.shared) return waiting.add(scans.scan(id, raw));
      const range = await asFault(
        own(all).anywhere((api) => api.scan(id, transferBuffers(raw, buffersOf(raw)))),
      );
      return { ...range, found: unpackFound(range.found) };
    },
    scanTx: (blob) => own(started()).anywhere((api) => api.scanTx(id, blob)),
    compact: {
      tagged: (bytes) => asFault(own(started()).anywhere((api) => api.compactTagged(id, bytes))),
      own: (...given) => asFault(own(started()).anywhere((api) => api.compactOwn(id, ...given))),
      reduce: (raw) => asFault(own(started()).anywhere((api) => api.compactReduce(id, raw))),
    },
    dispose: () => {
      const gone = id;
      id = shared.newId();
      keysOf.delete(gone);
      inUse.delete(pool);
      scans.drop(gone);
      waiting.reject(fault('cancelled'));
      if (inUse.size === 0) shared.end();
      else
        present()
          ?.everywhere((api) => api.forget(gone))
          .catch(() => undefined);
    },
  };
  const cryptoWorkers = createCryptoWorkers({
    started: () => own(started()),
    present: () => {
      const all = present();
      return all && own(all);
    },
    offload,
  });
  return { pool, cryptoWorkers };
};

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
