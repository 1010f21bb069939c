/**
 * Looks at scenes of the fake worker (scenes.mjs) in one tab: axe finds nothing, a screen reader has a name of its own for each
 * control, each target is large enough for a thumb, nothing is wider than the screen, and a main button is in view.
 *
 * All rules of axe run once, on a light phone. What a theme or a size changes is looked at again: the contrast of colours on
 * the dark phone, sizes on the desktop.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { coveredByMessage, hiddenMainButtons, overflows, smallTargets, wordsInView } from './on-screen.mjs';
import { scenes } from './scenes.mjs';
import { createListener } from './spoken.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

interface AxeWindow {
  readonly axe: {
    run(options: object): Promise<{
      readonly violations: readonly {
        readonly id: string;
        readonly nodes: readonly { readonly html: string }[];
      }[];
    }>;
  };
}

/**
 * Returns a function that opens a scene and describes each fault of it. `url` is where the page with the fake worker is.
 * With `goesOn`, the page is loaded again only for another scenario: loading takes most of the time.
 */
export async function createLook(
  page: Page,
  url: string,
): Promise<(name: string, options?: { readonly goesOn?: boolean }) => Promise<string[]>> {
  // Settings of one scene, such as hidden amounts, must not change the next one.
  await page.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.clear();
  });
  let faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(`error: ${message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  const open = createOpen(page, url);
  const listen = await createListener(page);
  return async (name, { goesOn = false } = {}) => {
    faults = [];
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    try {
      await open(name, goesOn);
    } catch (error) {
      return [`${name}: ${String(error)}`];
    }
    faults.push(...(await runAxe(page, { type: 'tag', values: TAGS })), ...(await sizeFaults(page, name)));
    if (DAILY.includes(name)) {
      const words = await page.evaluate(wordsInView);
      if (words > MOST_WORDS) faults.push(`${words} words in view`);
    }
    faults.push(...(await listen()).map((each) => `spoken: ${each}`));
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await runAxe(page, { type: 'rule', values: ['color-contrast'] });
    await page.setViewportSize(DESKTOP);
    const wide = await sizeFaults(page, name);
    faults.push(...dark.map((each) => `dark: ${each}`), ...wide.map((each) => `desktop: ${each}`));
    return faults.map((each) => `${name}: ${each}`);
  };
}

/** Returns a function that opens a scene. */
const createOpen = (page: Page, url: string) => {
  /** The page that is loaded, and the screen that it shows. */
  let [loaded, shown] = ['', ''];
  return async (name: string, goesOn: boolean): Promise<void> => {
    const scene = scenes[name];
    if (scene === undefined) throw new Error(`there is no scene ${name}`);
    const [scenario, place, act] = scene;
    const address = `${url}?scenario=${scenario}`;
    if (goesOn && loaded === address) {
      // A message of the scene before would cover parts of this one, if the machine is quick.
      await page.locator('.region > *').first().waitFor({ state: 'hidden' });
      // A screen would stay, with its state.
      if (firstPart(shown) === firstPart(place)) await follow(page, '/storage');
      await follow(page, place);
    } else {
      // An address that differs only after its # does not load the page.
      if (loaded === address) await page.goto('about:blank');
      await page.goto(`${address}#${place}`);
      await page.locator('h1').first().waitFor();
      await page.evaluate(AXE);
    }
    [loaded, shown] = [address, place];
    await act?.(page);
  };
};
const firstPart = (place: string): string | undefined => place.split('/')[1];

/** Goes to another screen without loading the page, and waits until the heading of the present one has gone. */
const follow = async (page: Page, place: string): Promise<void> => {
  await page.evaluate((hash) => {
    document.querySelector('h1')!.dataset['seen'] = '';
    location.hash = hash;
  }, place);
  await page.locator('h1:not([data-seen])').first().waitFor();
};

/** What axe finds on a page that another function has opened. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return runAxe(page, { type: 'tag', values: TAGS });
}
const runAxe = (
  page: Page,
  runOnly: { type: 'tag' | 'rule'; values: readonly string[] },
): Promise<string[]> =>
  page.evaluate(async (only) => {
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run({
      runOnly: only,
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) => `axe ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    );
  }, runOnly);

/** The screens of daily use: few words must be enough on them. */
export const DAILY = [
  ...['unlock', 'home', 'receive', 'send', 'review', 'sent', 'history', 'transfer', 'accounts', 'settings'],
  'coins',
];
/** Words in view on a phone. */
const MOST_WORDS = 60;

/** The main button of a list stands below it: people look at the list first. The album of parts has no main button. */
const LISTS = ['nodes', 'nodes-late', 'nodes-reason', 'parts'];

const sizeFaults = async (page: Page, name: string): Promise<string[]> => [
  ...(await page.evaluate(overflows)),
  ...(await page.evaluate(coveredByMessage)),
  ...(await page.evaluate(smallTargets)).map((each) => `small target: ${each}`),
  ...(LISTS.includes(name) ? [] : await page.evaluate(hiddenMainButtons)),
];
