/** A worker that answers once: its answer, its failures, its end. */
import type { Endpoint } from 'comlink';
import { afterEach, expect, test } from 'vitest';
import { answerOnce, askOnce } from '../../../src/transport/once.ts';
import { createLimits, createPortWorkers } from '../../support/port-worker.ts';

const made = createPortWorkers();
afterEach(() => made.close());

/** Spawns workers that run this, and stores them. */
const workers = (run: (end: Endpoint) => void) => {
  const state = { ended: 0, last: undefined as Worker | undefined };
  const spawn = (): Worker =>
    (state.last = made.spawn((end) => run(end), {
      silent: true,
      terminated: () => (state.ended += 1),
    }));
  return { state, spawn };
};
const DOUBLE = ({ n }: { readonly n: number }): Promise<number> => Promise.resolve(2 * n);

test('a worker that has answered is ended', async () => {
  const { state, spawn } = workers((end) => answerOnce(DOUBLE, end));
  const ask = askOnce<number>(spawn);
  expect(state.ended).toBe(0);
  expect(await ask({ n: 21 })).toBe(42);
  expect(state.ended).toBe(1);
});

test('a worker whose script cannot be loaded rejects a question that comes later', async () => {
  const { state, spawn } = workers(() => undefined);
  const ask = askOnce(spawn);
  state.last!.dispatchEvent(Object.assign(new Event('error'), { message: 'not found' }));
  await expect(ask({})).rejects.toMatchObject({ data: { reason: 'script', why: 'not found' } });
  expect(state.ended).toBe(1);
});

test('a worker that fails at the question, and one that fails before it answers, reject the question and are ended', async () => {
  const throwing = workers((end) => answerOnce(() => Promise.reject(new Error('no memory')), end));
  await expect(askOnce(throwing.spawn)({})).rejects.toThrow('no memory');
  expect(throwing.state.ended).toBe(1);
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const dying = workers((end) =>
    answerOnce(() => {
      asked();
      return new Promise(() => undefined);
    }, end),
  );
  const answer = askOnce(dying.spawn)({});
  await isAsked;
  dying.state.last!.dispatchEvent(Object.assign(new Event('error'), { message: 'killed' }));
  await expect(answer).rejects.toMatchObject({ data: { reason: 'ended', why: 'killed' } });
  expect(dying.state.ended).toBe(1);
});

test('a worker that listens and then stands still rejects the question after half a minute and is ended', async () => {
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const { state, spawn } = workers((end) =>
    answerOnce(() => {
      asked();
      return new Promise(() => undefined);
    }, end),
  );
  const limits = createLimits();
  const answer = askOnce(spawn, { after: limits.after })({});
  await isAsked;
  const failed = answer.catch((error: unknown) => error);
  await limits.pass(() => state.ended === 1);
  expect(await failed).toMatchObject({ message: 'a worker does not answer' });
  expect([limits.waited, limits.waiting]).toEqual([30_000, 0]);
});
