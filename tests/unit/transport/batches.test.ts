import { expect, it } from 'vitest';
import { createBatches } from '../../../src/transport/batches.ts';

it('answers calls of a batch, each as soon as it is finished, failed ones too', async () => {
  let finish: (answer: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => (finish = resolve));
  const ask = (envelope: string): Promise<string> =>
    envelope === 'slow'
      ? slow
      : envelope === 'broken'
        ? Promise.reject(new Error('gone'))
        : Promise.resolve(`answer to ${envelope}`);
  const batches: string[] = [];
  const take = createBatches(ask, (answers) => batches.push(answers));
  const calls = ['slow', 'a', 'b', 'broken'].map((envelope, id) => [id, envelope]);
  let firstDelivered = false;
  const first = take(JSON.stringify(calls.slice(0, 2))).then(() => (firstDelivered = true));
  await take(JSON.stringify(calls.slice(2)));
  expect(batches).toHaveLength(1);
  expect(JSON.parse(batches[0]!)).toEqual([
    [1, 'answer to a'],
    [2, 'answer to b'],
    [3, ''],
  ]);
  expect(firstDelivered).toBe(false);
  finish('late');
  await first;
  expect(batches).toHaveLength(2);
  expect(JSON.parse(batches[1]!)).toEqual([[0, 'late']]);
});

it('passes on the idempotency key of a call that has one', async () => {
  const asked: unknown[] = [];
  const take = createBatches(
    (...call) => {
      asked.push(call);
      return Promise.resolve('');
    },
    () => undefined,
  );
  await take(
    JSON.stringify([
      [0, 'a', 'order 1'],
      [1, 'b'],
    ]),
  );
  expect(asked).toEqual([['a', 'order 1'], ['b']]);
});
