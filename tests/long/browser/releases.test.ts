/**
 * Signed releases in a real Chromium, with keys and a log of the test: a build that contains release keys takes the release that
 * follows, also by later keys, and refuses older, unlogged and wrongly signed ones.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../scripts/tools/app/app.ts';
import { copyTree } from '../../../scripts/tools/checks/tree-copy.mjs';
import { createLogClient } from '../../../scripts/tools/release/log-client.ts';
import { signApp } from '../../../scripts/tools/release/sign-app.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { toHex } from '../../../src/base/hex.ts';
import { signedByKeysBefore, type KeysEntry } from '../../../src/release/keys.ts';
import { BUNDLE } from '../../../src/release/paths.ts';
import { serveFolder, type FolderServer } from '../../../src/server/http/serve-folder.ts';
import { launchBrowser, openContext } from '../../support/browser.ts';
import { publishNewVersion } from '../../support/new-version.ts';
import { pemOf } from '../../support/release.ts';
import { createSigsumLog, keyPair, serveLog } from '../../support/sigsum-log.ts';

const OLDER = 'The server offers an older Ostro';
const UNLOGGED = 'its makers did not sign and log';

// threat: swapped-app
describe('releases of the app in Chromium', () => {
  const log = createSigsumLog('main');
  let folder: string;
  let stopLog: () => Promise<void>;
  let browser: Browser;
  let site: FolderServer;
  let context: BrowserContext;
  let page: Page;
  const release = (name: string) => join(folder, name);
  const served = () => join(folder, 'site');
  const copy = (from: string, to: string) =>
    cpSync(release(from), release(to), { recursive: true, filter: (path) => !path.endsWith('.map') });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ostro-releases-'));
    log.grow(10);
    const logServer = await serveLog(log);
    stopLog = logServer.stop;
    const keysOf = (signer: string) => ({
      signers: [keyPair(signer).key],
      threshold: 1,
      policy: log.policy(logServer.url),
    });
    const later = keysOf('second');
    const signature = toHex(keyPair('first').sign(signedByKeysBefore(later)));
    const first: KeysEntry = { keys: keysOf('first'), signatures: {} };
    const both = [first, { keys: later, signatures: { [keyPair('first').key]: signature } }];
    const sign = (name: string, signer: string, keys: readonly KeysEntry[], before?: string) =>
      signApp({
        folder: release(name),
        version: name,
        keys,
        pems: [pemOf(signer)],
        before: before === undefined ? undefined : release(before),
        log: createLogClient(log.policy(logServer.url), { waitMs: 1 }),
      });

    const sources = copyTree(projectRoot);
    writeFileSync(join(sources, 'release-keys.json'), JSON.stringify([first]));
    await buildApp(sources, { outDir: release('built') });
    const chunkOf = (name: RegExp) =>
      `assets/${readdirSync(join(release('built'), 'assets')).find((each) => name.test(each))!}`;
    copy('built', '0.1.0');
    await sign('0.1.0', 'first', [first]);
    copy('built', '0.2.0');
    publishNewVersion(release('0.2.0'), chunkOf(/^pool\.worker-.*\.js$/), { listed: true });
    await sign('0.2.0', 'first', [first], '0.1.0');
    // The build of a release contains the keys of its time.
    cpSync(release('0.2.0'), release('0.3.0'), { recursive: true });
    publishNewVersion(release('0.3.0'), chunkOf(/^release-check-.*\.js$/), {
      listed: true,
      change: (bytes) =>
        Buffer.from(bytes.toString().replaceAll(keyPair('first').key, keyPair('second').key)),
    });
    await sign('0.3.0', 'second', both, '0.2.0');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await stopLog();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    publish('0.1.0');
    site = await serveFolder({ root: served() });
    context = await openContext(browser);
    page = await context.newPage();
  });
  afterEach(async () => {
    await context.close();
    await site.stop();
  });

  const publish = (name: string): void => {
    rmSync(served(), { recursive: true, force: true });
    cpSync(release(name), served(), { recursive: true });
  };
  const open = async (): Promise<void> => {
    await page.goto(site.url);
    await page.getByRole('heading').first().waitFor();
  };
  const install = async (): Promise<void> => {
    await open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await open();
    await expect.poll(accepted).toContain('"0.1.0"');
  };
  /** The device's record of releases. */
  const accepted = (): Promise<string> =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('ostro-settings');
          opening.onerror = () => reject(new Error('no settings'));
          opening.onsuccess = () => {
            const got = opening.result
              .transaction('settings')
              .objectStore('settings')
              .get('accepted-release');
            got.onsuccess = () => {
              opening.result.close();
              resolve(String(got.result));
            };
          };
        }),
    );
  const offered = () => page.getByRole('button', { name: 'Use the new version' });
  const take = async (version: string): Promise<void> => {
    publish(version);
    await open();
    await offered().waitFor();
    await Promise.all([page.waitForEvent('load'), offered().click()]);
    await expect.poll(accepted).toContain(`"${version}"`);
  };
  const refuses = async (sentence: string): Promise<void> => {
    await open();
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    expect(await offered().count()).toBe(0);
    // The version that runs goes on.
    await page
      .getByRole('button', { name: 'Make a new wallet' })
      .or(page.getByRole('link', { name: 'Make a new wallet' }))
      .waitFor();
  };

  it('takes the releases that follow, also one of later keys, and then refuses all that are older', async () => {
    await install();
    await take('0.2.0');
    await take('0.3.0');
    for (const older of ['0.2.0', '0.1.0']) {
      publish(older);
      // The earlier keys count no more.
      await refuses(UNLOGGED);
      expect(await accepted()).toContain('"0.3.0"');
    }
  });
  it('refuses an older release of the same keys, and goes on after all pages were closed', async () => {
    await install();
    await take('0.2.0');
    publish('0.1.0');
    await refuses(OLDER);
    await page.close();
    page = await context.newPage();
    await refuses(OLDER);
    expect(await accepted()).toContain('"0.2.0"');
  });
  it.each<[string, () => void]>([
    ['without proofs', () => rmSync(join(served(), '.well-known'), { recursive: true })],
    [
      'with a wrong signature',
      () =>
        writeFileSync(
          join(served(), BUNDLE),
          readFileSync(join(served(), BUNDLE), 'utf8').replace(
            /leaf=(\w+) (\w)/,
            (_, key: string, digit: string) => `leaf=${key} ${digit === '0' ? '1' : '0'}`,
          ),
        ),
    ],
    [
      'with the proofs of the release before',
      () => cpSync(join(release('0.1.0'), '.well-known'), join(served(), '.well-known'), { recursive: true }),
    ],
  ])('refuses a release %s, until its proofs are there', async (_, change) => {
    await install();
    publish('0.2.0');
    change();
    await refuses(UNLOGGED);
    await take('0.2.0');
  });
  it('opens no wallet in an older release that comes without a stored version', async () => {
    await install();
    await take('0.2.0');
    await page.evaluate(async () => {
      for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
      for (const name of await caches.keys()) await caches.delete(name);
    });
    publish('0.1.0');
    await page.goto(site.url);
    await page.getByText('This Ostro is older than the one that this device had').waitFor();
    expect(await page.getByText('Make a new wallet').count()).toBe(0);
  });
  it('starts and knows its release without a network', async () => {
    await install();
    await site.stop();
    await open();
    await page.getByText('Make a new wallet').waitFor();
    expect(await page.getByText('opens no wallet').count()).toBe(0);
  });
});
