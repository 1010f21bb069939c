/** The list of copies that are read: several pages and a worker change it at once, in one database. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { createIdbAppSettings } from '../../../src/store/app-settings.ts';
import { createCopiesToRead } from '../../../src/store/copies-to-read.ts';

let databases = 0;
/** The list as a page sees it, and as the worker does. */
const open = () => {
  const name = `copies ${++databases}`;
  return [0, 1].map(() => createCopiesToRead(createIdbAppSettings(name))) as [
    ReturnType<typeof createCopiesToRead>,
    ReturnType<typeof createCopiesToRead>,
  ];
};
const names = async (copies: ReturnType<typeof createCopiesToRead>): Promise<string[]> =>
  (await copies.list()).map(({ name }) => name);

it('loses no copy when a page notes two and the worker forgets one at once', async () => {
  const [page, worker] = open();
  await page.note({ name: 'old', password: 'x' });
  await Promise.all([
    page.note({ name: 'one', password: 'x' }),
    worker.forget('old'),
    page.note({ name: 'two', password: 'x' }),
  ]);
  expect((await names(worker)).sort()).toEqual(['one', 'two']);
});

it('has every copy that was noted, also the fifty-first', async () => {
  const [page, worker] = open();
  const all = Array.from({ length: 51 }, (_, i) => `wallet ${i}`);
  for (const name of all) await page.note({ name, password: 'x' });
  expect(await names(worker)).toEqual(all);
});

it('puts a copy behind the others with its password, and none that was forgotten', async () => {
  const [page, worker] = open();
  for (const name of ['one', 'two']) await page.note({ name, password: `of ${name}` });
  await worker.moveBack('one');
  await worker.moveBack('gone');
  expect(await worker.list()).toEqual([
    { name: 'two', password: 'of two' },
    { name: 'one', password: 'of one' },
  ]);
});
