/** Long lists of an answer are written in turns, with the same text. */
import { expect, it } from 'vitest';
import { writeAnswer, writeSection } from '../../../src/rpc/json.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    amount: BigInt(i),
    note: `/${String(i)}`,
    inner: { list: [i] },
  }));

it.each([
  ['without a result', { id: 0, error: { code: -1, message: 'no' } }, 0],
  ['with a text as result', { id: 0, result: 'text' }, 0],
  ['with a short list', { id: 0, result: { in: rows(500), height: 1 } }, 0],
  ['with long lists', { jsonrpc: '2.0', id: 0, result: { in: rows(1001), out: rows(501), pool: [] } }, 3],
])('an answer %s', async (_, answer, pauses) => {
  let paused = 0;
  const pause = () => Promise.resolve(void (paused += 1));
  expect(await writeAnswer(answer, pause)).toBe(writeSection(answer));
  expect(paused).toBe(pauses);
});
