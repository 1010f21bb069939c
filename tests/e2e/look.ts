/** Looks at a screen in light and dark: axe finds nothing, targets are large enough for a thumb, nothing scrolls sideways. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type CDPSession, type Page } from '@playwright/test';

const THEMES = ['light', 'dark'] as const;
const DESKTOP = { width: 1280, height: 800 };

/** Targets below 44 px in one direction; links inside sentences are exempt (WCAG 2.5.8). */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
      .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((each) => !each.closest('p, .vh'))
      .map((each) => ({ each, box: (each.closest('label') ?? each).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 44 || box.height < 43.5))
      .map(({ each, box }) => `${each.outerHTML.slice(0, 120)} ${box.width}x${box.height}`),
  );

/** On the viewport of the journey. */
export async function look(page: Page, screen: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${screen} ${colorScheme}: ${id} ${nodes[0]?.html ?? ''}`),
    ).toEqual([]);
  }
  expect((await smallTargets(page)).map((target) => `${screen}: ${target}`)).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
}

/**
 * The same on a phone and then on a desktop; afterwards the page is on the phone again. A journey that runs on a desktop
 * looks at that only.
 */
export async function lookOnBoth(page: Page, screen: string): Promise<void> {
  await look(page, screen);
  if (test.info().project.name === 'desktop') return;
  await showOn(page, { ...DESKTOP, mobile: false });
  await look(page, `${screen} on a desktop`);
  await showOn(page, { ...page.viewportSize()!, mobile: true });
}

interface Device {
  readonly width: number;
  readonly height: number;
  readonly mobile: boolean;
}
/** One for each page, open as long as the page: Chromium forgets the device of a session that ends. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Playwright sets the size of a page that it has made, but not whether that is a phone. */
const showOn = async (page: Page, { width, height, mobile }: Device): Promise<void> => {
  const opening = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opening);
  const session = await opening;
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...{ width, height, screenWidth: width, screenHeight: height },
    ...{ deviceScaleFactor: 1, mobile },
  });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: mobile });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
};
