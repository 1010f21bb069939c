/** The first screen of a first visit, which is in the page's HTML, and the page that replaces it. */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';
import { FIRST_SCREEN } from '../../scripts/tools/build/first-screen.ts';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { serveFolder, type FolderServer } from '../../src/server/http/serve-folder.ts';
import { launchBrowser } from '../support/browser.ts';

const LANGUAGES = ['en', 'de', 'es'];
const PHONE = { viewport: { width: 390, height: 844 } };
const NAMES = { en: 'Make a new wallet', de: 'Neue Wallet erstellen' };

let browser: Browser | undefined;
let site: FolderServer | undefined;
beforeAll(async () => {
  site = await serveFolder({ root: await ensureBuilt() });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const visit = async (options: BrowserContextOptions, path = '') => {
  const context = await browser!.newContext({ ...PHONE, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { context, page, open: () => page.goto(site!.url + path, { waitUntil: 'commit' }) };
};
/** The scripts of the page never come. */
const withoutScripts = (page: Page) => page.route('**/assets/*.js', () => undefined);
/** True when the script of the first screen has run. */
const hasRun = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/first-screen.js')) &&
  new Promise<boolean>((resolve) => setTimeout(resolve, 50, true));
const shown = (page: Page) => page.locator('#first:not([hidden])');

/** Returns the HTML that the page made of its first screen, without the parts that only a running page needs. */
const madeByPage = (page: Page): Promise<string> =>
  page.locator('#ostro').evaluate((made) => {
    const screen = made.cloneNode(true) as HTMLElement;
    screen.querySelectorAll('[role=status], [aria-live]').forEach((each) => each.remove());
    screen.querySelectorAll<SVGElement>('svg').forEach((picture) => {
      const { width, height } = picture.style;
      if (width) picture.setAttribute('width', width);
      if (height) picture.setAttribute('height', height);
    });
    screen.querySelectorAll('[style]').forEach((each) => each.removeAttribute('style'));
    return screen.innerHTML
      .replaceAll(/<!--.*?-->/g, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('> <', '><')
      .trim();
  });
const places = async (page: Page, within: string) => {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.locator(`${within} :is(h1, p, a, button, .mark svg):visible`).evaluateAll((all) =>
    all.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [each.textContent, ...[x, y, width, height].map(Math.round)];
    }),
  );
};

describe('the first screen in the HTML', () => {
  it('is what the page makes, in each language, and lies where the page puts it', async () => {
    const made: string[] = [];
    const moved: unknown[] = [];
    for (const language of LANGUAGES) {
      const { context, page, open } = await visit({ locale: language });
      await open();
      await page.locator('#ostro a').first().waitFor();
      expect(await page.locator('#first').count()).toBe(0);
      made.push(`<div lang="${language}" hidden>${await madeByPage(page)}</div>\n`);

      const early = await visit({ locale: language });
      await withoutScripts(early.page);
      await early.open();
      await early.page.waitForFunction(hasRun);
      moved.push([await places(early.page, '#first'), await places(page, '#ostro')]);
      await context.close();
      await early.context.close();
    }
    await expect(made.join('')).toMatchFileSnapshot(`${projectRoot}/${FIRST_SCREEN}`);
    for (const [early, own] of moved as [unknown, unknown][]) expect(early).toEqual(own);
  });

  it('follows a press before the page runs', async () => {
    const { context, page, open } = await visit({});
    const waiting: (() => void)[] = [];
    let held = true;
    await page.route('**/assets/*.js', async (route) => {
      if (held) await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
    });
    await open();
    await shown(page).getByRole('link', { name: NAMES.en }).click();
    expect(page.url()).toMatch(/#\/make$/);
    held = false;
    waiting.forEach((release) => release());
    await page.locator('#ostro h1').waitFor();
    expect(await page.locator('#first').count()).toBe(0);
    await expect.poll(() => page.locator('#ostro').getByRole('link', { name: NAMES.en }).count()).toBe(0);
    await context.close();
  });

  it('changes the language before the page runs', async () => {
    const { context, page, open } = await visit({});
    await withoutScripts(page);
    await open();
    await shown(page).getByRole('button', { name: 'Deutsch' }).click();
    await shown(page).getByRole('link', { name: NAMES.de }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await context.close();
  });

  it.each([
    ['another screen is asked for', '#/restore', () => undefined],
    ['the browser knows the app', '', () => localStorage.setItem('ostro theme', 'dark')],
    ['a program controls the page', '', () => Object.assign(globalThis, { ostroHost: { screens: false } })],
  ])('stays hidden when %s', async (_, path, prepare) => {
    const { context, page, open } = await visit({}, path);
    await page.addInitScript(prepare);
    await withoutScripts(page);
    await open();
    await page.waitForFunction(hasRun);
    expect(await page.locator('#first').isHidden()).toBe(true);
    await context.close();
  });
});
