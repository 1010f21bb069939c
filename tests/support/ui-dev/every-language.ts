/**
 * Every screen, with the fake worker, at 320 px: in a language of brackets (what has none is not from the catalogue), in the
 * same from right to left, in German, in Spanish, and in English with forced colours. The elements are the same in each, and
 * tests/long/e2e/accessible.spec.ts looks at them with axe.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import type { FolderServer } from '../../../src/server/http/serve-folder.ts';
import { launchBrowser } from '../browser.ts';
import { lostWithForcedColours } from './forced-colours.mjs';
import { createInLanguages, type InLanguages } from './in-languages.ts';
import { overflows, places, shownTexts, unreadableTexts } from './on-screen.mjs';
import { partOfScenes, type Part } from './part-of-scenes.ts';
import { serveScreens } from './serve-screens.mjs';
import { createListener } from './spoken.ts';

const OTHERS = ['en-XA', 'ar-XB', 'de', 'es'] as const;

/** One searches for an English word, which other languages do not find; in the other, 1,000 is a number in German and Spanish. */
const BY_WORDS = ['settings-search', 'send-list'];

/** The tests of a part of the scenes. */
export function describeLanguages(part: Part): void {
  describe('every screen in every language', () => {
    let server: FolderServer;
    let browser: Browser;
    let all: InLanguages;
    let listeners: readonly (() => Promise<string[]>)[];
    beforeAll(async () => {
      server = await serveScreens();
      browser = await launchBrowser();
      const size = { width: 320, height: 640 };
      all = await createInLanguages(browser, server.url, ['en', ...OTHERS], size);
      listeners = await Promise.all(all.pages.slice(1).map(createListener));
    });
    afterAll(async () => {
      await browser.close();
      await server.stop();
    });

    it.each(partOfScenes(part))('%s', async (name) => {
      const same = await all.open(name);
      const [english, ...others] = all.pages;
      const [bracketed, mirrored] = others;
      expect.soft(same || BY_WORDS.includes(name), 'the same elements in each language').toBe(true);
      const [lost, texts, ltr, rtl, ...seen] = await Promise.all([
        lostWithForcedColours(english!),
        bracketed!.evaluate(shownTexts),
        bracketed!.evaluate(places),
        mirrored!.evaluate(places),
        ...others.map((page, i) => faultsOf(page, listeners[i]!)),
      ]);
      expect.soft(texts.flatMap(outsideOfBrackets)).toEqual([]);
      for (const [i, { language, faults }] of seen.entries()) {
        expect.soft(faults, [OTHERS[i], ...faults].join('\n')).toEqual([]);
        expect.soft(language).toBe(OTHERS[i]);
      }
      expect.soft(notMirrored(ltr, rtl)).toEqual([]);
      expect.soft(lost).toEqual([]);
    });
  });
}

/** The language of a page, and what cannot be read or heard of it. */
const faultsOf = async (page: Page, listen: () => Promise<string[]>) => {
  const [language, ...faults] = await Promise.all([
    page.evaluate(() => document.documentElement.lang),
    page.evaluate(overflows),
    page.evaluate(unreadableTexts),
    listen(),
  ]);
  return { language, faults: faults.flat() };
};

/**
 * A single word in small letters may be a text that was missed, though it is in the data, too: what the code takes for a
 * name. These are data.
 */
const WORDS_OF_DATA = new Set(
  'order node example second lemon lemox worker js regular regulax sailor sailer'.split(' '),
);
/** What the fake worker answers and the steps write, and names that are the same in every language. */
const DATA = [
  ...readdirSync(join(projectRoot, 'tests/support/fake-worker'), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(projectRoot, 'tests/support/fake-worker', name), 'utf8')),
  ...[
    'tests/support/ui-dev/scenes.mjs',
    'tests/support/ui-dev/main.ts',
    'tests/support/ui-dev/parts.ts',
    'src/ui/features/node/public-nodes.ts',
  ].map((name) => readFileSync(join(projectRoot, name), 'utf8')),
]
  .flatMap((code) => [...code.matchAll(/'([^'\n]*)'|`([^`]*)`/g)].map(([, a, b]) => a ?? b ?? ''))
  .join('\n');
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  ['short', 'long'].map((style) =>
    new Intl.DateTimeFormat('en-GB', { month: style as 'short' }).format(new Date(2026, month)),
  ),
).flat();
const NAMES = new Set([
  ...MONTHS,
  'XMR',
  'Ostro',
  'Monero',
  'kB',
  'MB',
  'GB',
  'UTC',
  'monerod',
  'localhost',
  'Caddy',
  'nginx',
  'kB/s',
  'stagenet',
  'testnet',
  // A parameter of query_key.
  'key_type',
  // The browser's own: between a day and an hour, and in a list.
  'at',
  'and',
  'or',
]);

/** The words of a text that are neither in brackets nor data. */
const outsideOfBrackets = (text: string): string[] =>
  text
    .split(/⟦[^⟧]*⟧/u)
    // A host name or a version is data as a whole; other parts are words between numbers.
    .flatMap((part) => (DATA.includes(part.trim()) ? [] : part.split(/\s*[\d.,:%+−–-]+\s*/u)))
    .map((part) => part.replace(/^[\s(]+|[\s)]+$/g, ''))
    .filter((part) => /\p{L}{2}/u.test(part) && !isData(part) && !NAMES.has(part));
const isData = (part: string): boolean =>
  /^\p{Ll}+$/u.test(part) ? WORDS_OF_DATA.has(part) : DATA.includes(part);

type Place = ReturnType<typeof places>[number];
/** What does not stand on the other side. What has a direction of its own, such as an address, may stay. */
const notMirrored = (ltr: readonly Place[], rtl: readonly Place[]): string[] =>
  ltr.flatMap((from, i) => {
    const to = rtl[i];
    if (to === undefined || from.tag === '' || to.direction !== 'rtl') return [];
    // A date has another width in the other script: then one of its edges is on the other side.
    const off = Math.min(Math.abs(320 - from.right - to.left), Math.abs(320 - from.left - to.right));
    return off <= 2 ? [] : [`${to.tag} is ${off} px off`];
  });
