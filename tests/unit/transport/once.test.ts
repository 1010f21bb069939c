/** A worker that answers once: its answer, its failures, its end. */
import { expect, test } from 'vitest';
import { askOnce } from '../../../src/transport/once.ts';

const fakeWorker = () => {
  const worker = {
    asked: [] as unknown[],
    ended: false,
    onmessage: undefined as ((event: { data: unknown }) => void) | undefined,
    onerror: undefined as ((event: { message: string }) => void) | undefined,
    postMessage: (question: unknown) => void worker.asked.push(question),
    terminate: () => void (worker.ended = true),
  };
  return worker;
};

test('a worker that has answered is ended', async () => {
  const worker = fakeWorker();
  const answer = askOnce<number>(worker as unknown as Worker)({ n: 1 });
  expect(worker).toMatchObject({ asked: [{ n: 1 }], ended: false });
  worker.onmessage?.({ data: { answer: 2 } });
  expect(await answer).toBe(2);
  expect(worker.ended).toBe(true);
});

test('a worker that failed before the question rejects the question', async () => {
  const worker = fakeWorker();
  const ask = askOnce(worker as unknown as Worker);
  worker.onerror?.({ message: 'not found' });
  await expect(ask({})).rejects.toThrow('not found');
  expect(worker.ended).toBe(true);
});
