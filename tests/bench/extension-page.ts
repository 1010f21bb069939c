/**
 * `node scripts/run.mjs tests/bench/extension-page.ts N [TIMES]`: the side panel of the extension in Chromium, with a stored
 * wallet of N transfers. Its page is opened as the icon opens it: how long until the password can be typed, and from the
 * password to the balance. Cold: the first time since the browser was started. Warm: again, some seconds later. Medians and the
 * longest.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { buildExtension, openWithExtension } from '../support/extension.ts';
import { LARGE_PASSWORD, makeLargeFile } from './large-file.ts';

const [, , given = '1000', times = '5'] = process.argv;
const profile = mkdtempSync(join(tmpdir(), 'ostro-bench-extension-'));
const folder = join(await buildExtension(), 'chromium');
const { side_panel: side } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
  readonly side_panel: { readonly default_path: string };
};

const figures = new Map<string, number[]>();
const note = (what: string, ms: number): void => void figures.set(what, [...(figures.get(what) ?? []), ms]);

const store = async (page: Page): Promise<void> => {
  await page.getByText('Open a file').click();
  await page.getByLabel('Choose the file').setInputFiles({
    name: 'large.ostro',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(await makeLargeFile(Number(given), 20)),
  });
  await page.getByLabel('Password of the file', { exact: true }).fill(LARGE_PASSWORD);
  await page.getByRole('button', { name: 'Open the wallet' }).click();
  await page
    .locator('.bal .lbl')
    .or(page.getByRole('heading', { name: 'Choose a node' }))
    .first()
    .waitFor();
};

/** Until the browser has nothing more to do at its start. */
const AT_REST_MS = 6000;
/** A person types the password in this time; meanwhile the panel loads its other screens. */
const TYPING_MS = 3000;

/** Opens the panel, and measures on the clock of its page, which begins with the navigation. */
const measurePanel = async (context: BrowserContext, url: string, kind: string): Promise<void> => {
  const panel = await context.newPage();
  await panel.setViewportSize({ width: 360, height: 700 });
  const timeOf = async (selector: string): Promise<number> => {
    const shown = await panel.waitForFunction(
      (wanted) => document.querySelector(wanted) && performance.now(),
      selector,
    );
    return Number(await shown.jsonValue());
  };
  await panel.goto(url + side.default_path, { waitUntil: 'commit' });
  note(`${kind}: until the password can be typed`, await timeOf('input[type="password"]'));
  const field = panel.locator('input[type="password"]');
  await field.fill(LARGE_PASSWORD);
  await sleep(TYPING_MS);
  const start = await panel.evaluate(() => performance.now());
  await field.press('Enter');
  note(`${kind}: from the password to the balance`, (await timeOf('.bal .lbl')) - start);
  await panel.close();
};

try {
  const first = await openWithExtension(folder, profile);
  const page = await first.context.newPage();
  await page.goto(`${first.url}index.html`);
  await store(page);
  await first.context.close();
  for (let i = 0; i < Number(times); i++) {
    const { context, url } = await openWithExtension(folder, profile);
    for (const kind of ['cold', 'warm']) {
      await sleep(AT_REST_MS);
      await measurePanel(context, url, kind);
    }
    await context.close();
  }
  for (const [what, all] of figures) {
    const sorted = all.toSorted((a, b) => a - b);
    console.log(
      `${what}: ${sorted[sorted.length >> 1]!.toFixed(0)} ms, longest ${sorted.at(-1)!.toFixed(0)}`,
    );
  }
} finally {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
