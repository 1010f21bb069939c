/** Steps and searches of the journeys that read while the wallet is closed. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PASSWORD, visit } from '../e2e/journeys.ts';
import { look } from '../e2e/look.ts';
import { openSetting } from './open-setting.ts';

export const KNOWN_WALLET = JSON.parse(
  readFileSync(join(import.meta.dirname, '../vectors/known-wallet.json'), 'utf8'),
) as { readonly seed: string; readonly spendSecret: string };

/** Settings, Read while closed. */
export async function turnReading(page: Page, button: 'Turn on' | 'Turn off'): Promise<void> {
  await visit(page, 'settings');
  await openSetting(page, 'Read while closed');
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  if (button === 'Turn on') await look(page, 'read while closed');
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** All that the browser has written below this folder. */
export function bytesOf(folder: string): Buffer {
  return Buffer.concat(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false)
      .map((path) => readFileSync(path)),
  );
}
