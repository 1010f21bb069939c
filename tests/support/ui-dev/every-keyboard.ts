/**
 * Every screen, with the fake worker, without a pointer: on a phone, and at 320 px with text of twice the size in each
 * language, where all texts must be readable, too.
 */
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FolderServer } from '../../../src/server/http/serve-folder.ts';
import { launchBrowser } from '../browser.ts';
import { createInLanguages, type InLanguages } from './in-languages.ts';
import { keyboardFaults } from './keyboard.ts';
import { overflows, unreadableTexts } from './on-screen.mjs';
import { partOfScenes, type Part } from './part-of-scenes.ts';
import { serveScreens } from './serve-screens.mjs';

const SIZES = {
  'on a phone': { width: 390, height: 844, textSize: 16, languages: ['en'] },
  'with large text': { width: 320, height: 640, textSize: 32, languages: ['en', 'de', 'es'] },
} as const;

/** Its rows are those of send-several; a walk through all of them takes half a minute. */
const LONG = 'send-150';

/** The tests of a part of the scenes. */
export function describeKeyboard(where: keyof typeof SIZES, part: Part): void {
  const { textSize, languages, ...size } = SIZES[where];
  describe(`every screen ${where}`, () => {
    let server: FolderServer;
    let browser: Browser;
    let all: InLanguages;
    beforeAll(async () => {
      server = await serveScreens();
      browser = await launchBrowser({ args: [`--blink-settings=defaultFontSize=${textSize}`] });
      all = await createInLanguages(browser, server.url, languages, size);
    });
    afterAll(async () => {
      await browser.close();
      await server.stop();
    });

    it.each(partOfScenes(part).filter((name) => name !== LONG))('%s', async (name) => {
      await all.open(name);
      const seen = await Promise.all(all.pages.map((page) => faultsOf(page, textSize)));
      for (const [i, faults] of seen.entries())
        expect.soft(faults, [languages[i], ...faults].join('\n')).toEqual([]);
    });
  });
}

const faultsOf = async (page: Page, textSize: number): Promise<string[]> => {
  const [tooWide, unreadable] = await Promise.all([page.evaluate(overflows), page.evaluate(unreadableTexts)]);
  return [
    ...tooWide,
    // A closed list ends its text with “…” and shows all of it when it opens.
    ...unreadable.filter((fault) => textSize === 16 || !fault.endsWith(' px in its field')),
    ...(await keyboardFaults(page)),
  ];
};
