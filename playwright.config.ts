import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/tools/setup/setup.mjs';

const executablePath = findChromium();
const chromium = {
  browserName: 'chromium',
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium refuses its sandbox to root, which is who runs in most containers.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  },
} as const;

/** Journeys in a real Chromium against the built app and a real devnet; tests/support/app.ts has their fixtures. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/app-build.ts',
  outputDir: 'test-results',
  reporter: 'list',
  // Each has a devnet of its own; a file's journeys take turns.
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Each wait has a limit of its own: what hangs is named by its line instead of by the whole journey.
  use: {
    // A trace takes a picture of the document at every step: a quarter of all computing of the journeys.
    trace: process.env['OSTRO_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
  },
  projects: [
    {
      // What a journey does is the same on every size. Layouts differ: tests/e2e/look.ts looks at them on a desktop, too.
      name: 'phone',
      use: { ...chromium, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // The long form walks every journey on a desktop, too.
    ...(process.env['OSTRO_LONG'] === '1'
      ? [{ name: 'desktop', use: { ...chromium, viewport: { width: 1280, height: 800 } } }]
      : []),
  ],
});
