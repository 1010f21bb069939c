/**
 * Every state of every screen that has a scene of the fake worker, in English. tests/long/browser looks at the other languages,
 * and at what a keyboard reaches.
 */
import { expect, test } from '@playwright/test';
import { createLook } from '../../support/ui-dev/look-at-scenes.ts';
import { createOpen } from '../../support/ui-dev/open-scene.ts';
import { scenes } from '../../support/ui-dev/scenes.mjs';
import { serveScreens } from '../../support/ui-dev/serve-screens.mjs';

// All workers take parts.
test.describe.configure({ mode: 'parallel' });

const PART = 60;
const names = Object.keys(scenes);
for (let from = 0; from < names.length; from += PART) {
  const part = names.slice(from, from + PART);
  test(`the states ${part[0]} to ${part.at(-1)} of screens pass axe in light and dark, have targets for a thumb, and fit on a phone and a desktop with a main button in view`, async ({
    page,
  }) => {
    const screens = await serveScreens();
    const look = await createLook(page, screens.url);
    const faults: string[] = [];
    for (const name of part) faults.push(...(await look(name)));
    await screens.stop();
    expect(faults).toEqual([]);
  });
}

test('arrow keys move among the accounts; the sheet closes when one is pressed', async ({ page }) => {
  const screens = await serveScreens();
  await createOpen([page], screens.url)('account-sheet');
  const sheet = page.getByRole('dialog');
  const accounts = sheet.getByRole('radio');
  await accounts.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(accounts.nth(2)).toBeChecked();
  await expect(accounts.nth(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await screens.stop();
});
