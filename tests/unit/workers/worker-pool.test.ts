import * as Comlink from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import type { ScanKeys } from '../../../src/ports/scan-pool.ts';
import { createWorkerPool, poolSize } from '../../../workers/worker-pool.ts';
import { createPortWorkers } from '../../support/port-worker.ts';

it('the scan pool leaves a core free where there are more than two, and has one to eight workers', () => {
  expect([0, 1, 2, 3, 4, 8, 9, 64].map(poolSize)).toEqual([1, 1, 2, 2, 3, 7, 8, 8]);
});

describe('workers that end by themselves', () => {
  const made = createPortWorkers();
  afterEach(() => made.close());
  /** Workers that store the calls which they got. */
  const start = () => {
    const workers: { readonly worker: Worker; readonly calls: unknown[] }[] = [];
    const spawn = (): Worker => {
      const calls: unknown[] = [];
      const api = {
        configure: (keys: unknown) => void calls.push(keys),
        scanTx: () => (calls.push('scan'), undefined),
      };
      const worker = made.spawn((end) => Comlink.expose(api, end));
      workers.push({ worker, calls });
      return worker;
    };
    return { workers, ...createWorkerPool(spawn, 1) };
  };
  const KEYS = { name: 'the keys' } as unknown as ScanKeys;
  const fail = (worker: Worker): void =>
    void worker.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));

  it('are replaced at the next task by workers that get the same keys before it', async () => {
    const { workers, pool } = start();
    await pool.configure(KEYS);
    fail(workers[0]!.worker);
    await pool.scanTx(new Uint8Array());
    expect(workers.map(({ calls }) => calls)).toEqual([[KEYS], [KEYS, 'scan']]);
  });
  it('leave no keys behind in a pool that was disposed', async () => {
    const { workers, pool } = start();
    await pool.configure(KEYS);
    pool.dispose();
    await pool.scanTx(new Uint8Array());
    expect(workers.map(({ calls }) => calls)).toEqual([[KEYS], ['scan']]);
  });
});
