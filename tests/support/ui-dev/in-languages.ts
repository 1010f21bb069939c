/**
 * Scenes in several languages side by side. A context and a page take a second to make: all scenes of a language share one.
 * With OSTRO_PICTURES=FOLDER it keeps a picture of each page.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openContext } from '../browser.ts';
import { mirroredPage, sameDocument } from './mirrored-page.mjs';
import { scenes } from './scenes.mjs';

const pictures = process.env['OSTRO_PICTURES'];

export interface InLanguages {
  /** In the order of the languages. */
  readonly pages: readonly Page[];
  /** Opens a scene in all pages and makes its steps. Returns whether all pages have the same elements then. */
  open(name: string): Promise<boolean>;
}
/** `languages`: English, by whose words the steps find elements, comes first. */
export async function createInLanguages(
  browser: Browser,
  url: string,
  languages: readonly string[],
  viewport: { readonly width: number; readonly height: number },
): Promise<InLanguages> {
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  const pages = await Promise.all(
    languages.map(async (language) => {
      const settings = { viewport, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' } as const;
      const context = await openContext(browser, settings);
      // Settings of one scene, such as hidden amounts, must not change the next one.
      await context.addInitScript((code) => {
        if (location.protocol === 'about:') return;
        localStorage.clear();
        localStorage.setItem('ostro language', code);
      }, language);
      return context.newPage();
    }),
  );
  const [english, ...others] = pages;
  const open = async (name: string): Promise<boolean> => {
    const scene = scenes[name];
    if (scene === undefined) throw new Error(`there is no scene ${name}`);
    const [scenario, place, steps] = scene;
    await Promise.all(
      pages.map(async (page) => {
        // An address that differs only after its # does not load the page.
        await page.goto('about:blank');
        await page.goto(`${url}?scenario=${scenario}#${place}`);
        await page.locator('h1').first().waitFor();
      }),
    );
    await steps?.(mirroredPage(english!, others));
    const same = await sameDocument(english!, others);
    for (const [i, page] of pictures === undefined ? [] : pages.entries())
      await page.screenshot({ path: join(pictures!, `${name}-${languages[i]!}.png`), fullPage: true });
    return same;
  };
  return { pages, open };
}
