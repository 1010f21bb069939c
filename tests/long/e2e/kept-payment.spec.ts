/** A payment typed in Send is kept, encrypted, over a lock and a reload, and removed when the form is cleared. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { makeWallet, unlock, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

test.use({ serviceWorkers: 'block' });

const isFilled = async (page: Page): Promise<void> => {
  await expect(page.locator(`[data-address="${PAYEE}"]`)).toBeVisible();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('0.25');
};
/** All that the page's databases and its small storage hold, as text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage)];
    const text = (value: unknown): string => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return new TextDecoder('latin1').decode(value);
      if (typeof value === 'object' && value !== null) return Object.values(value).map(text).join('\n');
      return String(value);
    };
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        texts.push(...(await done(database.transaction(store).objectStore(store).getAll())).map(text));
      database.close();
    }
    return texts.join('\n');
  });

// threat: stolen-file
test('a half-filled payment is there again after a reload and after a lock, and lies nowhere in the clear', async ({
  page,
}) => {
  await makeWallet(page, 'Everyday');
  await visit(page, 'send');
  await page.getByLabel('To', { exact: true }).fill(PAYEE);
  await page.getByLabel('Amount', { exact: true }).fill('0.25');
  await isFilled(page);
  const sizeOf = async (): Promise<number> => (await stored(page)).length;
  const before = await sizeOf();
  await expect.poll(sizeOf).toBeGreaterThan(before);
  const kept = await stored(page);
  expect(kept).toContain('Everyday');
  expect(kept).not.toContain(PAYEE.slice(0, 20));

  await page.reload();
  await unlock(page);
  await visit(page, 'send');
  await isFilled(page);

  await visit(page, 'settings');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await unlock(page);
  await visit(page, 'send');
  await isFilled(page);
});
