import { defineConfig } from '@playwright/test';
import { availableParallelism } from 'node:os';
import { findHeadlessShell } from './scripts/tools/setup/setup.mjs';
import { limit } from './tests/support/tier.ts';

const executablePath = findHeadlessShell();
const chromium = {
  browserName: 'chromium',
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium refuses its sandbox to root, which is who runs in most containers.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  },
} as const;

const long = (...names: readonly string[]) => names.map((name) => `**/long/e2e/${name}.spec.ts`);

const phone = { ...chromium, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { ...chromium, viewport: { width: 1280, height: 800 } };

/** Journeys in a real Chromium against the built app and a real devnet; tests/support/app.ts has their fixtures. */
export default defineConfig({
  globalSetup: './tests/support/app-build.ts',
  outputDir: 'test-results',
  reporter: 'list',
  // Each has a devnet of its own; a file's journeys take turns.
  workers: availableParallelism(),
  retries: 0,
  // Time limits only detect journeys that hang.
  timeout: limit(10),
  expect: { timeout: limit(2) },
  // Each wait has a limit of its own: what hangs is named by its line instead of by the whole journey.
  use: {
    // A trace takes a picture of the document at every step: a quarter of all computing of the journeys.
    trace: process.env['OSTRO_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: limit(2),
    navigationTimeout: limit(2),
  },
  projects: [
    // The journeys of `npm test`, and the long ones of `npm run test:all` (tests/long).
    { name: 'phone', testDir: 'tests/e2e', use: phone },
    { name: 'long', testDir: 'tests/long/e2e', timeout: limit(60), use: phone },
    // Journeys whose screens or windows differ on a desktop are walked there, too. What others end with does not depend on the
    // size, and each of their screens is looked at on both sizes (tests/long/e2e/accessible.spec.ts).
    {
      name: 'desktop',
      testDir: 'tests',
      testMatch: [
        '**/tests/e2e/{cold,killed,money,sites}.spec.ts',
        ...long(
          'codes',
          'coins',
          'first-run',
          'nodes',
          'payees',
          'presses',
          'site-windows',
          'sites-hindered',
          'tasks',
        ),
      ],
      timeout: limit(60),
      use: desktop,
    },
  ],
});
