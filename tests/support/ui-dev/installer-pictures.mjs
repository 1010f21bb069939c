/**
 * Takes the pictures that browsers show before they install the app (`screenshots` of public/manifest.webmanifest), from
 * scenes with made-up data and a fixed time. Run by hand when these screens change:
 * `node scripts/run.mjs tests/support/ui-dev/installer-pictures.mjs [--again]`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium, projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { scenes } from './scenes.mjs';
import { serveScreens } from './serve-screens.mjs';

/** @type {readonly (readonly [scene: string, name: string, width: number, height: number])[]} */
const PICTURES = [
  ['home', 'home-narrow', 390, 844],
  ['receive', 'receive-narrow', 390, 844],
  ['review', 'review-narrow', 390, 844],
  ['home', 'home-wide', 1280, 800],
];
const NOON = new Date('2026-06-01T12:00:00Z');
const folder = join(projectRoot, 'public', 'screenshots');
mkdirSync(folder, { recursive: true });
const server = await serveScreens(join(projectRoot, '.cache', 'installer-pictures'), {
  again: process.argv.includes('--again'),
});
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const [scene, name, width, height] of PICTURES) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  await page.clock.install({ time: NOON });
  const found = scenes[scene];
  if (!found) throw new Error(`There is no scene ${scene}`);
  const [scenario, place, act] = found;
  await page.goto(`${server.url}?scenario=${scenario}#${place}`);
  await page.clock.resume();
  await page.locator('h1').first().waitFor();
  await act?.(page);
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
await browser.close();
await server.stop();
