/**
 * The Chromium of tests: its headless shell, which does the same at less than half the cost of the whole browser. A system
 * without Chromium is a failure, not a skip.
 */
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from '@playwright/test';
import { findChromium, findHeadlessShell } from '../../scripts/tools/setup/setup.mjs';
import { limit } from './tier.ts';

const present = (path: string | undefined): string => {
  if (path === undefined)
    throw new Error('No Chromium found: npm test installs it, and OSTRO_CHROMIUM may name one.');
  return path;
};
export function headlessShell(): string {
  return present(findHeadlessShell());
}
/** For what the headless shell cannot do. */
export function wholeChromium(): string {
  return present(findChromium());
}

/** `args`: more flags of Chromium. */
export function launchOptions({ args = [], ...more }: LaunchOptions = {}): LaunchOptions {
  // Root's Chromium has no sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { executablePath: headlessShell(), ...more, args: [...sandbox, ...args] };
}

export function launchBrowser(options?: LaunchOptions): Promise<Browser> {
  return chromium.launch(launchOptions(options));
}

/** A context whose waits have the limit of a hang instead of Playwright's half minute. */
export async function openContext(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(limit(2));
  return context;
}
