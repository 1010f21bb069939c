/** Every screen, light and dark: axe finds nothing, and every target is large enough for a thumb. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/app.ts';
import { getPaid, makeWallet, pay, review, visit } from './journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const THEMES = ['light', 'dark'] as const;

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

const look = async (page: Page, screen: string): Promise<void> => {
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
};

test('the screens before a wallet is open are accessible', async ({ page }) => {
  for (const path of ['', 'make', 'restore', 'watch', 'file']) {
    await page.goto('/');
    await expect(page.getByText('Make a new wallet')).toBeVisible();
    await visit(page, path);
    await expect(page.locator('h1').first()).toBeVisible();
    await look(page, path || 'start');
  }
});

test('an open wallet is accessible on every screen', async ({ page, devnet }) => {
  await makeWallet(page, 'Everyday');
  await look(page, 'empty home');
  await getPaid(page, devnet);
  await look(page, 'home');
  for (const path of ['receive', 'send', 'history', 'accounts', 'settings', 'nodes', 'signers']) {
    await visit(page, path);
    await expect(page.locator('h1').first()).toBeVisible();
    await look(page, path);
  }
  await review(page, PAYEE, '1.25');
  await expect(page.getByRole('button', { name: 'Send 1.25 XMR' })).toBeVisible();
  await look(page, 'review');
  await page.keyboard.press('Escape');
  await pay(page, PAYEE, '1.75');
  await look(page, 'sent');
  await visit(page, 'history');
  await page.getByText('−1.7500').first().click();
  await expect(page.getByText('Transfer ID').first()).toBeVisible();
  await look(page, 'transfer');
  await visit(page, 'settings');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByLabel('Password for this device')).toBeVisible();
  await look(page, 'unlock');
});
