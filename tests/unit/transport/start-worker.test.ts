/** The start of a worker: when it is replaced, and what ends the tries. */
import { expect, test } from 'vitest';
import { sayListening, startWorker, type TaskWorker } from '../../../src/transport/start-worker.ts';
import { createLimits } from '../../support/port-worker.ts';

/** A worker whose events come from the test. */
const createWorker = () => {
  const target = new EventTarget();
  const sent: unknown[] = [];
  const worker = {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    postMessage: (message: unknown) => void sent.push(message),
    terminate: () => void (state.terminated = true),
  } satisfies TaskWorker;
  const emit = (type: string, fields: object): void =>
    void target.dispatchEvent(Object.assign(new Event(type), fields));
  const state = {
    worker,
    sent,
    terminated: false,
    listens: () => sayListening({ postMessage: (data: unknown) => emit('message', { data }) }),
    says: (data: unknown) => emit('message', { data }),
    fails: (message?: string) => emit('error', { message }),
    garbles: () => emit('messageerror', {}),
  };
  return state;
};
const begin = (failed?: (error: Error) => void) => {
  const made: ReturnType<typeof createWorker>[] = [];
  const limits = createLimits();
  const spawn = (): TaskWorker => {
    const worker = createWorker();
    made.push(worker);
    return worker.worker;
  };
  return { made, limits, starting: startWorker(spawn, { after: limits.after, failed }) };
};
const SECOND = 1000;

test('a worker that listens in time is the one, and nothing waits any longer', async () => {
  const { made, limits, starting } = begin();
  made[0]!.says('something else');
  made[0]!.listens();
  expect(await starting.ready).toBe(made[0]!.worker);
  expect([made.length, made[0]!.terminated, made[0]!.sent, limits.waiting]).toEqual([1, false, [], 0]);
});

test('a worker that stands still is terminated and replaced, and what it says later does not count', async () => {
  const { made, limits, starting } = begin();
  await limits.pass(() => made.length === 2);
  expect([made[0]!.terminated, made[0]!.sent, limits.waited]).toEqual([true, [], 5 * SECOND]);
  made[0]!.listens();
  made[0]!.fails('late');
  await Promise.resolve();
  expect(made[1]!.terminated).toBe(false);
  made[1]!.listens();
  expect(await starting.ready).toBe(made[1]!.worker);
});

test('a device on which a start takes half a minute gets its worker: each limit is twice the one before', async () => {
  const { made, limits, starting } = begin();
  const ends: number[] = [];
  for (const count of [2, 3, 4]) {
    await limits.pass(() => made.length === count);
    ends.push(limits.waited / SECOND);
  }
  expect(ends).toEqual([5, 15, 35]);
  await limits.pass(() => limits.waited > 65 * SECOND);
  made[3]!.listens();
  expect(await starting.ready).toBe(made[3]!.worker);
});

test('when no worker starts, four are tried, and the fault names it', async () => {
  const { made, limits, starting } = begin();
  await limits.pass();
  await expect(starting.ready).rejects.toMatchObject({ code: 'worker_failed', data: { reason: 'silent' } });
  expect(made.map(({ terminated }) => terminated)).toEqual([true, true, true, true]);
  expect(limits.waited).toBe(75 * SECOND);
});

test('a message that waits behind a limit that has passed while this thread was busy still counts', async () => {
  const { made, limits, starting } = begin();
  // One timer of the limit fires late; the message comes after it.
  await limits.pass(() => limits.waited > 0);
  made[0]!.listens();
  expect(await starting.ready).toBe(made[0]!.worker);
});

test('a script that cannot be loaded is a fault at once, without another try', async () => {
  const { made, limits, starting } = begin();
  made[0]!.fails();
  await expect(starting.ready).rejects.toMatchObject({ code: 'worker_failed', data: { reason: 'script' } });
  expect([made.length, made[0]!.terminated, limits.waiting]).toEqual([1, true, 0]);
});

test('a browser that refuses to make a worker is a fault with its words', async () => {
  const starting = startWorker(() => {
    throw new TypeError('not allowed');
  });
  await expect(starting.ready).rejects.toMatchObject({
    data: { reason: 'script', why: 'TypeError: not allowed' },
  });
});

test('a worker that fails after its start is reported, until it was ended', async () => {
  const failures: Error[] = [];
  const { made, starting } = begin((error) => failures.push(error));
  made[0]!.listens();
  await starting.ready;
  made[0]!.fails('out of memory');
  made[0]!.garbles();
  expect(failures).toMatchObject([
    { code: 'worker_failed', data: { reason: 'ended', why: 'out of memory' } },
    { code: 'worker_failed', data: { reason: 'ended' } },
  ]);
  starting.end();
  made[0]!.fails('again');
  expect([failures.length, made[0]!.terminated]).toEqual([2, true]);
});

test('a start that is ended terminates its worker and makes no other', async () => {
  const { made, limits, starting } = begin();
  await limits.pass(() => limits.waited > 0);
  starting.end();
  await expect(starting.ready).rejects.toThrow('ended');
  expect([made.length, made[0]!.terminated, limits.waiting]).toEqual([1, true, 0]);
  made[0]!.listens();
  await limits.pass();
  expect(made).toHaveLength(1);
});
