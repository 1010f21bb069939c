/** The words on paper: a new wallet offers to print them, and so does Settings. */
import { expect, test } from '@playwright/test';
import { scenes } from '../../support/ui-dev/scenes.mjs';
import { serveScreens } from '../../support/ui-dev/serve-screens.mjs';

for (const [name, count] of [
  ['make-words-print', 16],
  ['settings-words-print', 25],
] as const)
  test(`all words are printed and nothing of the page beside them: ${name}`, async ({ page }) => {
    const screens = await serveScreens();
    const [scenario, place, act] = scenes[name]!;
    await page.goto(`${screens.url}?scenario=${scenario}#${place}`);
    await act?.(page);
    await page.emulateMedia({ media: 'print' });
    const printed = page.locator('.paper li');
    await expect(printed).toHaveCount(count);
    for (const word of await printed.all()) await expect(word).toBeVisible();
    const others = page.locator('body *:not(.paper, .paper *):visible');
    await expect(others).toHaveCount(0);
    await screens.stop();
  });
