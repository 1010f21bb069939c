/**
 * Scenes in several languages side by side. A context takes a second to make: all scenes of a language share one. With
 * OSTRO_PICTURES=FOLDER it keeps a picture of each page.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openContext } from '../browser.ts';
import { mirroredPage, sameDocument } from './mirrored-page.mjs';
import { scenes } from './scenes.mjs';

const pictures = process.env['OSTRO_PICTURES'];

/** The pages of a scene, in the order of the languages, after its steps. */
export interface InLanguages {
  readonly pages: readonly Page[];
  /** All pages have the same elements. */
  readonly same: boolean;
}
/** Returns a function that opens a scene. `languages`: English, by whose words the steps find elements, comes first. */
export async function createInLanguages(
  browser: Browser,
  url: string,
  languages: readonly string[],
  viewport: { readonly width: number; readonly height: number },
): Promise<(name: string) => Promise<InLanguages>> {
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  const contexts = await Promise.all(
    languages.map(async (language) => {
      const settings = { viewport, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' } as const;
      const context = await openContext(browser, settings);
      // Settings of one scene, such as hidden amounts, must not change the next one.
      await context.addInitScript((code) => {
        if (location.protocol === 'about:') return;
        localStorage.clear();
        localStorage.setItem('ostro language', code);
      }, language);
      return context;
    }),
  );
  return async (name) => {
    const scene = scenes[name];
    if (scene === undefined) throw new Error(`there is no scene ${name}`);
    const [scenario, place, steps] = scene;
    const pages = await Promise.all(
      contexts.map(async (context) => {
        const page = await context.newPage();
        await page.goto(`${url}?scenario=${scenario}#${place}`);
        await page.locator('h1').first().waitFor();
        return page;
      }),
    );
    const [english, ...others] = pages;
    await steps?.(mirroredPage(english!, others));
    const same = await sameDocument(english!, others);
    for (const [i, page] of pictures === undefined ? [] : pages.entries())
      await page.screenshot({ path: join(pictures!, `${name}-${languages[i]!}.png`), fullPage: true });
    return { pages, same };
  };
}
