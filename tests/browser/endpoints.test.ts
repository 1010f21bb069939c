/**
 * The endpoints of the real app in a real Chromium: the in-page one, which a host opens before the app starts, and
 * POST {app}/json_rpc through the service worker, which stays closed until the person opens it in the settings.
 */
import { type Browser, type BrowserContext, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, openContext } from '../support/browser.ts';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../src/server/http/serve-folder.ts';
import { allowPrograms, startWithWallet, type HostWindow } from '../support/app-endpoint.ts';

const VERSION = '{"jsonrpc":"2.0","id":9007199254740993,"method":"get_version"}';

describe('endpoints of the app in Chromium', () => {
  let site: FolderServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    site = await serveFolder({
      root: await ensureBuilt(),
      extra: { '/other.json': 'a page of the same site' },
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });
  const openPage = async (): Promise<void> => {
    context = await openContext(browser);
    page = await context.newPage();
  };
  const started = async (): Promise<void> => {
    await page.goto(site.url);
    await page.getByRole('heading').first().waitFor();
  };

  describe('in the page', () => {
    beforeEach(openPage);
    afterEach(() => context.close());

    it('is missing unless the host page asked for it before the app started', async () => {
      await started();
      expect(await page.evaluate(() => 'ostroRpc' in globalThis)).toBe(false);
      await page.evaluate(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
      // A screen that is shown afterwards: the app has gone on, and has not looked again.
      await page.evaluate(() => (location.hash = '#/restore'));
      await page.getByRole('heading', { name: 'Use your words' }).waitFor();
      expect(await page.evaluate(() => 'ostroRpc' in globalThis)).toBe(false);
    });

    it('answers every method of a host page with exact numbers, and sends it events', async () => {
      await page.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
      await started();
      const [version, made, events] = await page.evaluate(async (envelope) => {
        const { ostroRpc: endpoint } = globalThis as HostWindow;
        const heard: string[] = [];
        endpoint!.on(({ type }) => heard.push(type));
        const call = (method: string, params: object): Promise<string> =>
          endpoint!.request(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
        return [
          await endpoint!.request(envelope),
          await call('create_wallet', { filename: 'one', password: 'pw', language: 'English' }),
          heard,
        ] as const;
      }, VERSION);
      expect(version).toContain('"id": 9007199254740993');
      expect(JSON.parse(made)).toMatchObject({ id: 1, result: {} });
      expect(events).toContain('status');
    });
  });

  describe('through the service worker', () => {
    beforeAll(async () => {
      await openPage();
      await startWithWallet(page, site.url);
    });
    afterAll(() => context.close());

    interface Answer {
      readonly status: number;
      readonly body: string;
      readonly challenge: string | null;
    }
    const post = (body: string, headers: Record<string, string> = {}): Promise<Answer> =>
      page.evaluate(
        async ([text, given]) => {
          const response = await fetch('./json_rpc', { method: 'POST', body: text, headers: given });
          return {
            status: response.status,
            body: await response.text(),
            challenge: response.headers.get('WWW-Authenticate'),
          };
        },
        [body, headers] as const,
      );
    const choose = (label: RegExp, password?: string): Promise<void> =>
      allowPrograms(page, site.url, label, password);

    it('is closed until the person opens it, and is closed again when the person closes it', async () => {
      const denied = await post(VERSION);
      expect(denied).toMatchObject({ status: 200, challenge: null });
      expect(denied.body).toMatch(/"code": -7,[^]*"id": 9007199254740993/);
      await choose(/everything on this site/);
      expect(await post(VERSION)).toMatchObject({ status: 200, challenge: null });
      expect((await post(VERSION)).body).toContain('"id": 9007199254740993');
      expect((await post('{"method":"get_address"}')).body).toContain('"address": "4');
      expect((await post('[]')).body).toContain('-32700');
      await choose(/Not allowed/);
      expect((await post(VERSION)).body).toContain('"code": -7');
    });

    it('never answers another site', async () => {
      await choose(/everything on this site/);
      const other = await serveFolder({ root: 'public', extra: { '/page.json': 0 }, headers: () => ({}) });
      try {
        const target = `${site.url}json_rpc`;
        const call = '{"method":"set_attribute","params":{"key":"a","value":"b';
        const openForeign = async (): Promise<Page> => {
          const opened = await context.newPage();
          await opened.goto(`${other.url.replace('localhost', '127.0.0.1')}page.json`);
          return opened;
        };
        const foreignPage = await openForeign();
        const answers = await foreignPage.evaluate(
          ([url, body]) => {
            const send = (mode: RequestMode): Promise<string> =>
              fetch(url!, { method: 'POST', mode, body: body! }).then(
                () => 'answered',
                () => 'refused',
              );
            return Promise.all([send('no-cors'), send('cors')]);
          },
          [target, `${call}"}}`],
        );
        expect(answers).toEqual(['refused', 'refused']);
        // A form carries JSON as text, and is a navigation, which does reach the service worker.
        const submit = async (
          action: string,
          enctype: string,
          name: string,
          value: string,
        ): Promise<number> => {
          const sender = await openForeign();
          const [answer] = await Promise.all([
            sender.waitForResponse(action),
            sender.evaluate(
              (given) => {
                const form = document.createElement('form');
                Object.assign(form, { method: 'POST', action: given.action, enctype: given.enctype });
                const field = document.createElement('input');
                Object.assign(field, { name: given.name, value: given.value });
                form.append(field);
                document.body.append(form);
                form.submit();
              },
              { action, enctype, name, value },
            ),
          ]);
          return answer.status();
        };
        expect(await submit(target, 'text/plain', call, '"}}')).toBe(403);
        // Nor does it take what another site shares.
        expect(await submit(`${site.url}share`, 'multipart/form-data', 'text', 'monero:4')).toBe(403);
        expect(await page.evaluate(() => caches.has('ostro-shared'))).toBe(false);
        expect((await post('{"method":"get_attribute","params":{"key":"a"}}')).body).toContain('"code": -45');
      } finally {
        await other.stop();
      }
    });

    it('asks for a login when the person has set one', async () => {
      await choose(/know a login/, 'secret');
      const refused = await post(VERSION);
      expect(refused.status).toBe(401);
      expect(refused.challenge).toContain('realm="monero-rpc"');
      const { authorization, readChallenge } = await import('../../src/daemon/digest.ts');
      const header = authorization(
        { username: 'monero', password: 'secret' },
        readChallenge(refused.challenge)!,
        { method: 'POST', uri: '/json_rpc', count: 1, cnonce: 'c' },
      );
      expect(await post(VERSION, { Authorization: header })).toMatchObject({ status: 200 });
    });

    it('answers another page of the site, also after the service worker restarts, and refuses when no wallet is open', async () => {
      await choose(/everything on this site/);
      const app = page;
      page = await context.newPage();
      await page.goto(`${site.url}other.json`);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      const balance = '{"method":"get_balance"}';
      expect((await post(balance)).body).toContain('"balance": 0');
      const devtools = await context.newCDPSession(page);
      await devtools.send('ServiceWorker.enable');
      await devtools.send('ServiceWorker.stopAllWorkers');
      expect((await post(balance)).body).toContain('"balance": 0');
      await app.close();
      expect((await post(balance)).body).toContain('"code": -13');
    });
  });
});
