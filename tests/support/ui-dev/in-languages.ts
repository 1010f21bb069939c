/**
 * Scenes in several languages side by side. A context and a page take a second to make: all scenes of a language share one.
 * With OSTRO_PICTURES=FOLDER it keeps a picture of each page.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openContext } from '../browser.ts';
import { sameDocument } from './mirrored-page.mjs';
import { createOpen } from './open-scene.ts';

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
      await context.addInitScript((code) => {
        if (location.protocol !== 'about:') localStorage.setItem('ostro language', code);
      }, language);
      return context.newPage();
    }),
  );
  const [english, ...others] = pages;
  if (english === undefined) throw new Error('there is no language');
  const openAll = createOpen([english, ...others], url);
  const open = async (name: string): Promise<boolean> => {
    await openAll(name);
    const same = await sameDocument(english, others);
    for (const [i, page] of pictures === undefined ? [] : pages.entries())
      await page.screenshot({ path: join(pictures!, `${name}-${languages[i]!}.png`), fullPage: true });
    return same;
  };
  return { pages, open };
}
