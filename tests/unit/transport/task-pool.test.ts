/** A pool of workers: which worker gets a task, and what happens to tasks when the workers are ended. */
import * as Comlink from 'comlink';
import { afterEach, expect, test } from 'vitest';
import { createTaskPool } from '../../../src/transport/comlink/task-pool.ts';
import { createLimits, createPortWorkers } from '../../support/port-worker.ts';

const made = createPortWorkers();
afterEach(() => made.close());
const workers = (api: object) => () => made.spawn((end) => Comlink.expose(api, end));

test('tasks go to idle workers', async () => {
  interface Api {
    work(): Promise<number>;
  }
  let running = 0;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let started = 0;
  const spawn = (): Worker => {
    const name = started++;
    const work = async (): Promise<number> => {
      running += 1;
      await finished;
      return name;
    };
    return workers({ work })();
  };
  const pool = createTaskPool<Api>(spawn, 2);
  expect(pool.idle).toBe(2);
  const first = pool.anywhere((remote) => remote.work());
  expect(pool.idle).toBe(1);
  const second = pool.anywhere((remote) => remote.work());
  expect(pool.idle).toBe(0);
  await expect.poll(() => running).toBe(2);
  finish();
  expect(new Set(await Promise.all([first, second])).size).toBe(2);
  expect(pool.idle).toBe(2);
  pool.dispose();
});

test('a call to a worker that was ended, before or meanwhile, is rejected', async () => {
  const api = { never: () => new Promise<void>(() => undefined) };
  const pool = createTaskPool<typeof api>(workers(api), 2);
  const waiting = [pool.anywhere((remote) => remote.never()), pool.everywhere((remote) => remote.never())];
  pool.dispose(new Error('over'));
  const later = pool.anywhere((remote) => remote.never());
  for (const each of waiting) await expect(each).rejects.toThrow('over');
  await expect(later).rejects.toThrow('the workers were ended');
});

test('a task whose worker does not start runs in the one that replaces it, with its buffers', async () => {
  const api = { length: (bytes: Uint8Array) => bytes.length };
  let spawned = 0;
  const limits = createLimits();
  const pool = createTaskPool<typeof api>(
    () => made.spawn((end) => Comlink.expose(api, end), { silent: (spawned += 1) === 1 }),
    1,
    { after: limits.after },
  );
  const bytes = new Uint8Array(100);
  const length = pool.anywhere((remote) => remote.length(Comlink.transfer(bytes, [bytes.buffer])));
  await limits.pass();
  expect([await length, spawned]).toEqual([100, 2]);
  pool.dispose();
});

test('a pool with a worker that fails rejects the tasks of all, and ends all', async () => {
  let running = 0;
  const never = (): Promise<void> => {
    running += 1;
    return new Promise(() => undefined);
  };
  const api = { never };
  const spawned: Worker[] = [];
  let ended = 0;
  const spawn = (): Worker => {
    const worker = made.spawn((end) => Comlink.expose(api, end), { terminated: () => (ended += 1) });
    spawned.push(worker);
    return worker;
  };
  const failures: unknown[] = [];
  const pool = createTaskPool<typeof api>(spawn, 2, { failed: (error) => failures.push(error) });
  const waiting = [0, 1].map(() =>
    pool.anywhere((remote) => remote.never()).catch((error: unknown) => error),
  );
  await expect.poll(() => running).toBe(2);
  spawned[1]!.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  const failure = { code: 'worker_failed', data: { reason: 'ended', why: 'out of memory' } };
  for (const each of waiting) expect(await each).toMatchObject(failure);
  expect(failures).toMatchObject([failure]);
  expect(ended).toBe(2);
});
