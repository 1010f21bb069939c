/** A code for another device: a camera must see all of it at once, whatever the size of the window is. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { scenes } from '../../support/ui-dev/scenes.mjs';
import { serveScreens } from '../../support/ui-dev/serve-screens.mjs';

const SCENES = [
  ...['cold-key-images', 'cold-signed', 'signing-coins', 'signing-payment'],
  ...['signers-round', 'signers-shown', 'receive', 'request'],
];
const SIZES = [
  ...[[320, 640] as const, [360, 740] as const, [390, 844] as const, [844, 390] as const],
  ...[[768, 1024] as const, [1280, 720] as const, [2560, 1440] as const],
];

/** The part of the code that is not seen, or that something lies over, in CSS pixels. */
const hiddenPart = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(0, 0);
    const code = document.querySelector('.qr')!;
    const { left, right, top, bottom } = code.getBoundingClientRect();
    if (top < 0 || left < 0 || right > innerWidth) return Infinity;
    let seen = top;
    for (let y = top + 1; y < bottom; y += 1)
      if (code.contains(document.elementFromPoint((left + right) / 2, y))) seen = y;
      else break;
    return Math.max(0, Math.round(bottom - seen - 1));
  });

test('the whole code is seen before anything is scrolled, from a small phone to a large screen', async ({
  page,
}) => {
  const screens = await serveScreens();
  const cut: string[] = [];
  for (const name of SCENES) {
    const [scenario, place, act] = scenes[name]!;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('about:blank');
    await page.goto(`${screens.url}?scenario=${scenario}#${place}`);
    await page.locator('h1').first().waitFor();
    await act?.(page);
    await page.locator('.qr').waitFor();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const hidden = await hiddenPart(page);
      if (hidden > 2) cut.push(`${name} at ${width} × ${height}: ${hidden} px`);
    }
  }
  await screens.stop();
  expect(cut).toEqual([]);
});
