/**
 * Pictures of every screen with the fake worker, and axe on each in English:
 * `node scripts/run.mjs tests/support/ui-dev/shots.mjs [--again] [--sizes phone,wide,small] [--themes light,dark,forced] [--languages
 * en,de,es] [--text200] FOLDER [name…]`. A name is the beginning of a scene's name (scenes.mjs), with `$` its whole name. Builds the page unless
 * FOLDER/site exists; `--again` builds it always. `--text200` doubles the browser's text size. `npm run album` takes all of them.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import { readFlags } from '../../../scripts/tools/setup/flags.mjs';
import { ensureChromium } from '../../../scripts/tools/setup/setup.mjs';
import { lostWithForcedColours } from './forced-colours.mjs';
import { mirroredPage, sameDocument } from './mirrored-page.mjs';
import { overflows, smallTargets } from './on-screen.mjs';
import { scenes } from './scenes.mjs';
import { serveScreens } from './serve-screens.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** @type {Readonly<Record<string, { width: number, height: number }>>} */
const SIZES = {
  phone: { width: 390, height: 844 },
  wide: { width: 1280, height: 800 },
  small: { width: 320, height: 640 },
};
/** The media features of each theme, which the browser reports to the page. @type {Readonly<Record<string, Parameters<Page['emulateMedia']>[0]>>} */
const MEDIA = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
};
const options = /** @type {const} */ ({
  again: { type: 'boolean', default: false },
  text200: { type: 'boolean', default: false },
  sizes: { type: 'string', default: 'phone,wide' },
  themes: { type: 'string', default: 'light,dark' },
  languages: { type: 'string', default: 'en' },
});
const { folder, names, values } = readFlags(
  'node scripts/run.mjs tests/support/ui-dev/shots.mjs [--again] [--sizes …] [--themes …] [--languages …] [--text200] FOLDER [name…]',
  { options, allowPositionals: true },
  ({ values, positionals: [folder = 'shots', ...names] }) => ({ folder, names, values }),
);
mkdirSync(folder, { recursive: true });
const server = await serveScreens(resolve(folder, 'site'), { again: values.again });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...(values.text200 ? ['--blink-settings=defaultFontSize=32'] : []),
  ],
});
let faults = 0;
const list = (/** @type {string} */ text) => text.split(',');
const languages = list(values.languages);
const themes = list(values.themes).filter((theme) => theme in MEDIA);

for (const [name, scene] of Object.entries(scenes))
  if (names.length === 0 || names.some((prefix) => `${name}$`.startsWith(prefix)))
    for (const size of list(values.sizes)) await take(name, scene, size);
await browser.close();
await server.stop();
console.log(`${faults} faults`);

/**
 * Takes the pictures of one scene, in all languages and themes. English, by whose words the steps find their elements,
 * comes first.
 * @param {string} name
 * @param {import('./scenes.mjs').Scene} scene
 * @param {string} size
 */
async function take(name, [scenario, place, act], size) {
  const opened = await Promise.all(
    ['en', ...languages.filter((language) => language !== 'en')].map(async (language) => {
      const say = (/** @type {string} */ text) => {
        faults += 1;
        console.log(`${name} ${size} ${language}: ${text}`);
      };
      return { language, say, page: await open(language, size, say) };
    }),
  );
  const pages = opened.map(({ page }) => page);
  const [english, ...others] = pages;
  if (english === undefined) return;
  try {
    await Promise.all(
      pages.map(async (page) => {
        await page.goto(`${server.url}?scenario=${scenario}#${place}`);
        await page.locator('h1').first().waitFor();
      }),
    );
    await english.waitForTimeout(150);
    await act?.(mirroredPage(english, others));
    await english.waitForTimeout(100);
    await sameDocument(english, others);
  } catch (error) {
    opened[0]?.say(`failed: ${String(error).split('\n')[0] ?? ''}`);
  }
  for (const { language, page, say } of opened) {
    if (languages.includes(language))
      for (const [i, theme] of themes.entries()) {
        await page.emulateMedia(MEDIA[theme]);
        if (i === 0) await lookAtSizes(page, say);
        if (page === english && theme !== 'forced') await lookWithAxe(page, i === 0, say);
        const suffix = language === 'en' ? '' : `-${language}`;
        await page.screenshot({ path: join(folder, `${name}-${size}-${theme}${suffix}.png`) });
        if (theme === 'forced') {
          await page.emulateMedia(MEDIA.dark);
          for (const text of await lostWithForcedColours(page)) say(text);
        }
      }
    await page.context().close();
  }
}

/**
 * @param {string} language
 * @param {string} size
 * @param {(text: string) => void} say
 */
async function open(language, size, say) {
  const context = await browser.newContext({
    viewport: SIZES[size] ?? null,
    colorScheme: themes[0] === 'light' ? 'light' : 'dark',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await context.addInitScript((code) => {
    localStorage.setItem('ostro language', code);
  }, language);
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    say(`error ${error.message}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') say(`console ${message.text()}`);
  });
  return page;
}

/**
 * Overflow and small targets.
 * @param {Page} page
 * @param {(text: string) => void} say
 */
async function lookAtSizes(page, say) {
  for (const found of await page.evaluate(overflows)) say(found);
  const little = await page.evaluate(smallTargets);
  if (little.length > 0) say(`small targets: ${little.join(' | ')}`);
}

/**
 * axe on the English page: the others have the same elements (every-language.ts). A further theme differs in contrast.
 * @param {Page} page
 * @param {boolean} first
 * @param {(text: string) => void} say
 */
async function lookWithAxe(page, first, say) {
  const axe = new AxeBuilder({ page });
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await (first ? axe.withTags(tags) : axe.withRules(['color-contrast'])).analyze();
  for (const { id: rule, nodes } of violations)
    say(
      `axe ${rule}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} :: ${failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`,
    );
}
