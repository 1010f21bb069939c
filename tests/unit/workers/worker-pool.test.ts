import * as Comlink from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import type { ScanKeys } from '../../../src/ports/scan-pool.ts';
import { createSharedWorkers, createWorkerPool, poolSize } from '../../../workers/worker-pool.ts';
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
        configure: (_id: number, keys: unknown) => void calls.push(keys),
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

describe('workers that several wallets share', () => {
  const made = createPortWorkers();
  afterEach(() => made.close());
  const KEYS = (name: string) => ({ name }) as unknown as ScanKeys;
  const start = () => {
    const workers: unknown[][] = [];
    const api = (calls: unknown[]) => ({
      configure: (id: number, keys: unknown) => void calls.push([id, keys]),
      forget: (id: number) => void calls.push(['forget', id]),
      scanTx: (id: number) => (calls.push(['scan', id]), undefined),
    });
    const spawn = (): Worker => {
      const calls: unknown[] = [];
      workers.push(calls);
      return made.spawn((end) => Comlink.expose(api(calls), end));
    };
    const { newPool } = createSharedWorkers(spawn, () => 1);
    return { workers, pools: [newPool().pool, newPool().pool] as const };
  };

  it('forget the keys of a wallet that is closed, and end with the last one', async () => {
    const { workers, pools } = start();
    const [one, two] = pools;
    await one.configure(KEYS('one'));
    await two.configure(KEYS('two'));
    one.dispose();
    await two.scanTx(new Uint8Array());
    two.dispose();
    await one.scanTx(new Uint8Array());
    expect(workers).toEqual([
      [
        [1, KEYS('one')],
        [2, KEYS('two')],
        ['forget', 1],
        ['scan', 2],
      ],
      [['scan', 3]],
    ]);
  });
  it('answer no call of a wallet that is closed, and all of the others', async () => {
    const { pools } = start();
    const [one, two] = pools;
    await two.configure(KEYS('two'));
    const calls = [one.scanTx(new Uint8Array()), two.scanTx(new Uint8Array())];
    one.dispose();
    await expect(calls[0]).rejects.toMatchObject({ code: 'cancelled' });
    expect(await calls[1]).toBeUndefined();
  });
});
