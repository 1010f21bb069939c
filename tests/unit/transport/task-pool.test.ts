/** A pool of workers: which worker gets a task, and what happens to tasks when the workers are ended. */
import * as Comlink from 'comlink';
import { expect, test } from 'vitest';
import { createTaskPool } from '../../../src/transport/comlink/task-pool.ts';

/** A worker as one end of a channel, with `api` at the other end. */
const workers = (api: object) => () => {
  const { port1, port2 } = new MessageChannel();
  Comlink.expose(api, port2);
  return Object.assign(port1, {
    terminate: () => {
      port1.close();
      port2.close();
    },
  }) as unknown as Worker;
};

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

test('a call to a worker that was ended is rejected', async () => {
  const api = { never: () => new Promise<void>(() => undefined) };
  const pool = createTaskPool<typeof api>(workers(api), 2);
  const waiting = [pool.anywhere((remote) => remote.never()), pool.everywhere((remote) => remote.never())];
  pool.dispose(new Error('over'));
  for (const each of waiting) await expect(each).rejects.toThrow('over');
});
