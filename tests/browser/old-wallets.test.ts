/**
 * Wallets that version 0.1 wrote (tests/vectors/wallets-0.1), opened by the built app: its databases by the page in a real
 * Chromium, its folder by the wallet server.
 */
import { cpSync, readdirSync } from 'node:fs';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/tools/app/app.mjs';
import { serveFolder, type FolderServer } from '../../scripts/tools/app/serve.mjs';
import { findChromium } from '../../scripts/tools/setup/setup.mjs';
import type { HostWindow } from '../support/app-endpoint.ts';
import { restoreDatabases } from '../vectors/wallets-0.1/databases.mjs';
import {
  expectSame,
  OLD_FOLDER,
  readDatabases,
  readExpected,
  type OldCall,
  type OldWallets,
} from '../vectors/wallets-0.1/old-wallets.ts';
import { emptyFolder, startServer, type WalletServer } from './wallet-server.ts';

const executablePath = findChromium();
/** Sends the text of a JSON-RPC request. */
type Send = (envelope: string) => Promise<string>;

const call = async (
  send: Send,
  method: string,
  params: object,
): Promise<Omit<OldCall, 'method' | 'params'>> => {
  const text = await send(JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }));
  const { result, error } = JSON.parse(text) as OldCall;
  if (error) return { error: { code: error.code, message: error.message } };
  return { result: result! };
};
/** Opens each wallet and compares every answer with that of the old program. */
const checkAll = async (send: Send, { wallets }: OldWallets): Promise<void> => {
  expect(Object.keys(wallets).length).toBeGreaterThan(10);
  for (const [name, { password, calls }] of Object.entries(wallets)) {
    expect(await call(send, 'open_wallet', { filename: name, password }), name).toEqual({ result: {} });
    for (const old of calls) expectSame(await call(send, old.method, old.params), old, { release: true });
  }
};

describe.skipIf(executablePath === undefined)('wallets of version 0.1', { timeout: 240_000 }, () => {
  const cleanUp: (() => unknown)[] = [];
  beforeAll(ensureBuilt, 300_000);
  afterEach(async () => {
    for (const each of cleanUp.splice(0).reverse()) await each();
  });

  it('open from the old databases in the page with all their data', async () => {
    const site: FolderServer = await serveFolder({ root: await ensureBuilt() });
    cleanUp.push(() => site.stop());
    const browser: Browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    cleanUp.push(() => browser.close());
    const page: Page = await browser.newPage();
    await page.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
    // A file of the site without scripts.
    await page.goto(`${site.url}manifest.webmanifest`);
    await page.evaluate(restoreDatabases, readDatabases());
    await page.goto(site.url);
    await page.waitForFunction(() => 'ostroRpc' in globalThis);
    const send: Send = (envelope) =>
      page.evaluate((text) => (globalThis as HostWindow).ostroRpc!.request(text), envelope);
    const expected = readExpected('page');
    const { result } = await call(send, 'x_list_wallets', {});
    const listed = (result!['wallets'] as { name: string }[]).map(({ name }) => name);
    expect(listed.sort()).toEqual(Object.keys(expected.wallets).sort());
    await checkAll(send, expected);
  });

  it('open from the old folder in the wallet server with all their data', async () => {
    const folder = emptyFolder();
    cleanUp.push(folder.remove);
    cpSync(OLD_FOLDER, folder.dir, { recursive: true });
    const server: WalletServer = await startServer([
      '--disable-rpc-login',
      '--offline',
      '--wallet-dir',
      folder.dir,
    ]);
    cleanUp.push(() => {
      server.child.kill('SIGTERM');
      return server.ended;
    });
    const send: Send = async (body) =>
      (await fetch(`http://127.0.0.1:${server.port}/json_rpc`, { method: 'POST', body })).text();
    await checkAll(send, readExpected('folder'));
    const files = readdirSync(folder.dir).filter((name) => !name.endsWith('.lock'));
    expect(files.sort()).toEqual(readdirSync(OLD_FOLDER).sort());
  });
});
