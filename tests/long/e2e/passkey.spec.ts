/**
 * A passkey, with Chromium's virtual authenticator: added, it opens the wallet; removed, the password goes on to open it. A
 * copied database opens with neither alone. The bytes in the database are checked in tests/contract/passkey.contract.ts.
 */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { makeWallet, PASSWORD, unlock } from '../../e2e/journeys.ts';
import { openSetting } from '../../support/open-setting.ts';

const PIN = '704216';

interface VirtualAuthenticator {
  readonly session: CDPSession;
  readonly authenticatorId: string;
}

/** A device with a finger that is always the right one. */
const addAuthenticator = async (page: Page): Promise<VirtualAuthenticator> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    ctap2Version: 'ctap2_1',
    transport: 'internal',
    hasPrf: true,
    hasUserVerification: true,
    isUserVerified: true,
    hasResidentKey: true,
  } as const;
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  return { session, authenticatorId };
};
const passkeysOf = async ({ session, authenticatorId }: VirtualAuthenticator) =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
const verify = ({ session, authenticatorId }: VirtualAuthenticator, isUserVerified: boolean) =>
  session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

const openSettings = async (page: Page): Promise<void> => {
  await page.goto('/#/settings');
  await openSetting(page, 'Open with a passkey');
  await expect(page.getByRole('dialog')).toBeVisible();
};
const addPasskey = async (page: Page, pin = ''): Promise<void> => {
  await openSettings(page);
  if (pin !== '') {
    await page.getByText('Ask for a PIN as well').click();
    await page.getByLabel('New PIN', { exact: true }).fill(pin);
    await page.getByLabel('Repeat the PIN', { exact: true }).fill(pin);
  }
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
};
const lock = async (page: Page): Promise<void> => {
  await page.goto('/#/settings');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('heading', { name: /^Open “/ })).toBeVisible();
};
const usePasskey = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Open with passkey' }).click();
const isOpen = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: /^(Home|Settings)$/ })).toBeVisible();

/** Headers and records of all wallets, as JSON with bytes as lists: what a thief of the profile copies. */
const copyDatabase = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('ostro');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error('no database'));
    });
    const all = (name: string): Promise<unknown[]> =>
      new Promise((resolve) => {
        const asking = database.transaction(name).objectStore(name).getAll();
        asking.onsuccess = () => resolve(asking.result);
      });
    const stores = { wallets: await all('wallets'), records: await all('records') };
    database.close();
    return JSON.stringify(stores, (_key, value: unknown) =>
      value instanceof Uint8Array ? { bytes: [...value] } : value,
    );
  });
/** Puts a copy into a browser that has opened the app once, and loads the page again. */
const pasteDatabase = async (page: Page, copy: string): Promise<void> => {
  await page.evaluate(async (text) => {
    const stores = JSON.parse(text, (_key, value: { bytes?: number[] } | null) =>
      Array.isArray(value?.bytes) ? Uint8Array.from(value.bytes) : value,
    ) as Record<string, unknown[]>;
    const opening = indexedDB.open('ostro');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error('no database'));
    });
    for (const [name, values] of Object.entries(stores)) {
      const writing = database.transaction(name, 'readwrite');
      for (const value of values) writing.objectStore(name).put(value);
      await new Promise((resolve) => (writing.oncomplete = resolve));
    }
    database.close();
  }, copy);
  await page.reload();
};
const newBrowser = async (context: BrowserContext, baseURL: string): Promise<Page> => {
  const other = await context.browser()!.newContext({ baseURL });
  const page = await other.newPage();
  await page.goto('/');
  await expect(page.getByText('Make a new wallet')).toBeVisible();
  // On a first visit the worker, which makes the database, starts after this screen.
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain('ostro');
  return page;
};

test('opens the wallet until it is removed; the password opens it before and after', async ({ page }) => {
  const device = await addAuthenticator(page);
  await makeWallet(page, 'Everyday');
  await addPasskey(page);
  expect(await passkeysOf(device)).toHaveLength(1);
  await lock(page);
  await usePasskey(page);
  await isOpen(page);

  // The password is still asked for, and still opens the wallet.
  await page.goto('/#/settings');
  await openSetting(page, 'Show my words again');
  await expect(
    page.getByRole('dialog').getByLabel('Password for this device', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await lock(page);
  await unlock(page);
  await isOpen(page);

  // A finger that is not recognised opens nothing.
  await lock(page);
  await verify(device, false);
  await usePasskey(page);
  await expect(page.getByText('The passkey was not used.')).toBeVisible();
  await verify(device, true);
  await unlock(page);
  await isOpen(page);

  await openSettings(page);
  await page.getByLabel('Password for this device', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByText('This is not the password of this wallet.')).toBeVisible();
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await lock(page);
  await expect(page.getByRole('button', { name: 'Open with passkey' })).toHaveCount(0);
  await unlock(page);
  await isOpen(page);
});

test('with a PIN opens nothing by itself, and neither does a copied database', async ({
  page,
  context,
  appUrl,
}) => {
  const device = await addAuthenticator(page);
  await makeWallet(page, 'Everyday');
  await addPasskey(page, PIN);
  await lock(page);
  await usePasskey(page);
  await expect(page.getByText('The PIN is still missing.')).toBeVisible();
  await page.getByLabel('PIN of the passkey', { exact: true }).fill('704217');
  await usePasskey(page);
  await expect(page.getByText('The PIN does not fit this passkey.')).toBeVisible();
  const copy = await copyDatabase(page);
  await page.getByLabel('PIN of the passkey', { exact: true }).fill(PIN);
  await usePasskey(page);
  await isOpen(page);

  // A thief with a copy of the database and a device of their own.
  const thief = await newBrowser(context, appUrl);
  const theirs = await addAuthenticator(thief);
  await pasteDatabase(thief, copy);
  await thief.getByLabel('PIN of the passkey', { exact: true }).fill(PIN);
  await usePasskey(thief);
  await expect(thief.getByText('The passkey was not used.')).toBeVisible();
  // With a passkey of the same id on it, which answers other bytes.
  const [stolen] = await passkeysOf(device);
  const key = await thief.evaluate(async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
    return btoa(
      String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))),
    );
  });
  await theirs.session.send('WebAuthn.addCredential', {
    authenticatorId: theirs.authenticatorId,
    credential: { ...stolen!, privateKey: key },
  });
  await usePasskey(thief);
  await expect(
    thief.getByText(/The PIN does not fit this passkey\.|The passkeys of this device cannot open a wallet\./),
  ).toBeVisible();

  // The authenticator without the database has nothing to open.
  const empty = await newBrowser(context, appUrl);
  await expect(empty.getByRole('button', { name: 'Open with passkey' })).toHaveCount(0);

  // The copy and the password of its day open it, as they do without a passkey.
  await unlock(thief);
  await isOpen(thief);
  await Promise.all([thief, empty].map((each) => each.context().close()));
});

test('does not survive a new password if the person removes it with the change', async ({ page }) => {
  await addAuthenticator(page);
  await makeWallet(page, 'Everyday');
  await addPasskey(page);
  await page.goto('/#/settings');
  await openSetting(page, 'Change the password');
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('another password');
  await page.getByLabel('Repeat the password', { exact: true }).fill('another password');
  await page.getByText('Remove the passkey, too').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await lock(page);
  await expect(page.getByRole('button', { name: 'Open with passkey' })).toHaveCount(0);
  await page.getByLabel('Password for this device', { exact: true }).fill('another password');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await isOpen(page);
});
