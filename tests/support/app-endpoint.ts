/** The endpoint for programs of the real app, opened as a person opens it: with a wallet, in the settings. */
import type { Page } from '@playwright/test';
import { openSetting } from './open-setting.ts';

/** The in-page endpoint's interface for a script of the page. */
export interface HostWindow {
  readonly ostroRpc?: {
    request(envelope: string): Promise<string>;
    on(listener: (event: { readonly type: string }) => void): () => void;
  };
}

/** The app with a wallet, which the settings need, and with an active service worker. */
export async function startWithWallet(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
  await page.goto(url);
  await page.getByRole('heading').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.evaluate(() =>
    (globalThis as HostWindow).ostroRpc!.request(
      '{"method":"create_wallet","params":{"filename":"first","password":"pw","language":"English"}}',
    ),
  );
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Opens or closes the endpoint in the settings; the choice is in force when the sheet has closed. */
export async function allowPrograms(
  page: Page,
  url: string,
  label: RegExp,
  password?: string,
): Promise<void> {
  await page.goto(`${url}#/settings`);
  await openSetting(page, 'Programs on this site');
  await page.getByLabel(label).check();
  if (password !== undefined)
    await page.getByRole('textbox', { name: 'Password for programs' }).fill(password);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await save.waitFor({ state: 'detached' });
}
