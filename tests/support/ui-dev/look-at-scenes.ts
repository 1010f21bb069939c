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
import { createOpen } from './open-scene.ts';
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

/** Returns a function that opens a scene and describes each fault of it. `url` is where the page with the fake worker is. */
export async function createLook(page: Page, url: string): Promise<(name: string) => Promise<string[]>> {
  let faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(`error: ${message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  await page.addInitScript({ content: AXE });
  const open = createOpen([page], url);
  const listen = await createListener(page);
  return async (name) => {
    faults = [];
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    try {
      await open(name);
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
