/**
 * Chromium as a person has it: windows have the sizes that sites ask for, and a tab in the background is hidden and has
 * no focus. In a browser that Playwright launches by itself every page believes that it has the focus.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';

export interface PlainBrowser {
  readonly context: BrowserContext;
  readonly stop: () => Promise<void>;
}

/** `options`: more options of its command line. */
export async function startPlainBrowser(
  executablePath: string,
  options: readonly string[] = [],
): Promise<PlainBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'ostro-plain-browser-'));
  const flags = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    ...options,
  ];
  if (process.getuid?.() === 0) flags.push('--no-sandbox');
  const child = spawn(executablePath, [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  // Its other processes, which write into the profile, have the same stderr: it closes when all of them have ended.
  const ended = new Promise((resolve) => child.once('close', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stderr.on('data', (text: Buffer) => {
      printed += text.toString();
      const found = /ws:\S+/.exec(printed)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => {
      reject(new Error(`Chromium ended: ${printed}`));
    });
  });
  const browser = await chromium.connectOverCDP(address, { noDefaults: true });
  return {
    context: browser.contexts()[0]!,
    stop: async () => {
      await browser.close();
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
