/** Counts what a person presses: buttons, links and fields. */
import type { Page } from '@playwright/test';

interface Counting {
  presses: number;
}

const listen = (): void => {
  const counting = globalThis as unknown as { presses?: number };
  if (counting.presses !== undefined) return;
  counting.presses = 0;
  addEventListener('click', ({ isTrusted }) => (counting.presses! += isTrusted ? 1 : 0), true);
  // A field is filled without a click, as with the keyboard of a phone: to put the cursor there is one press.
  addEventListener(
    'focusin',
    ({ target }) => {
      const typed =
        target instanceof HTMLTextAreaElement ||
        (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox');
      if (typed) counting.presses! += 1;
    },
    true,
  );
};
const read = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as Counting).presses);

/** Counts from now on in this page, until it is loaded again. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(listen);
  const before = await read(page);
  return async () => (await read(page)) - before;
}
