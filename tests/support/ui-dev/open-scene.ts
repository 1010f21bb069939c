/** Opens scenes of the fake worker (scenes.mjs), one after the other, in one page or in several that show the same side by side. */
import type { Page } from '@playwright/test';
import { mirroredPage } from './mirrored-page.mjs';
import { rest, scenes } from './scenes.mjs';

/**
 * Returns a function that opens a scene in all pages, makes its steps and waits for what they change. `url` is where the page with the fake worker is. Each
 * page is loaded once: then it shows each scene with everything made anew, which takes a small part of the time of loading.
 */
export function createOpen(pages: readonly [Page, ...Page[]], url: string): (name: string) => Promise<void> {
  const [first, ...others] = pages;
  return async (name) => {
    const scene = scenes[name];
    if (scene === undefined) throw new Error(`there is no scene ${name}`);
    const [scenario, place, steps] = scene;
    await Promise.all(pages.map((page) => show(page, url, `?scenario=${scenario}#${place}`)));
    const page = others.length === 0 ? first : mirroredPage(first, others);
    await steps?.(page);
    await rest(100)(page);
  };
}

const show = async (page: Page, url: string, address: string): Promise<void> => {
  if (page.url().startsWith(url)) await page.evaluate((to) => globalThis.showScene(to), address);
  else await page.goto(`${url}${address}`);
  await page.locator('h1').first().waitFor();
};
