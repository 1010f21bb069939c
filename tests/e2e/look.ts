/** Looks at a page that has no scene (tests/support/ui-dev), in light and dark: axe finds nothing, targets are large enough for a thumb, nothing scrolls sideways. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const THEMES = ['light', 'dark'] as const;

/** Targets below 44 px in one direction; links inside sentences are exempt (WCAG 2.5.8). */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
      .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((each) => !each.closest('p, .visually-hidden'))
      .map((each) => ({ each, box: (each.closest('label') ?? each).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 44 || box.height < 43.5))
      .map(({ each, box }) => `${each.outerHTML.slice(0, 120)} ${box.width}x${box.height}`),
  );

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
