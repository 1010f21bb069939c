/**
 * A separate device: a browser with a profile on the disk, which a journey may reload, lock and kill between two steps.
 * After each of these the wallet is open again.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test';
import { findHeadlessShell } from '../../scripts/tools/setup/setup.mjs';
import { watchPolicies } from './policy-guard.ts';
import { limit } from './tier.ts';

export type Disturbance = 'reload' | 'lock' | 'kill';
export interface Device {
  readonly page: Page;
  /** An interruption between two steps; the wallet is open again afterwards. */
  disturb(how: Disturbance): Promise<void>;
  /** The text that the page copied last. */
  copied(): Promise<string>;
  offline(): Promise<void>;
  close(): Promise<void>;
}

export async function openDevice(baseURL: string, password: string): Promise<Device> {
  const profile = mkdtempSync(join(tmpdir(), 'ostro-device-'));
  const executablePath = findHeadlessShell();
  let context: BrowserContext;
  let page: Page;
  let isOffline = false;
  const launch = async (): Promise<void> => {
    context = await chromium.launchPersistentContext(profile, {
      baseURL,
      // Codes stand still: five devices that draw moving ones at once take most of a small machine's time.
      reducedMotion: 'reduce',
      ...(executablePath === undefined ? {} : { executablePath }),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    watchPolicies(context);
    // The page may write to the clipboard but not read it, so the test records what it writes.
    await context.addInitScript(() => {
      navigator.clipboard.writeText = (text) => {
        Object.assign(globalThis, { copied: text });
        return Promise.resolve();
      };
    });
    page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(limit(2));
  };
  const unlock = async (): Promise<void> => {
    const open = page.getByRole('button', { name: 'Open', exact: true });
    await page.getByLabel('Password for this device', { exact: true }).fill(password);
    await open.click();
    // Screens of the open wallet may ask for the password as well.
    await expect(open).toBeHidden();
  };
  await launch();
  return {
    get page() {
      return page;
    },
    disturb: async (how) => {
      if (how === 'reload') await page.reload();
      else if (how === 'lock') {
        await page.evaluate(() => {
          location.hash = '#/settings';
        });
        await page.getByRole('button', { name: 'Lock now' }).click();
      } else {
        for (const pid of processesOf(profile)) kill(pid);
        await context.close().catch(() => undefined);
        await launch();
        // The profile's cache contains the files of the app; without it the page would need the network once.
        await page.goto('/');
        if (isOffline) await context.setOffline(true);
      }
      await unlock();
    },
    copied: () => page.evaluate(() => (globalThis as { copied?: string }).copied ?? ''),
    offline: async () => {
      isOffline = true;
      await context.setOffline(true);
    },
    close: async () => {
      await context.close().catch(() => undefined);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The processes that this device started: their command lines contain its profile's path. */
const processesOf = (profile: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--user-data-dir=${profile}`);
      } catch {
        return false;
      }
    })
    .map(Number);

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process ended by itself.
  }
};
