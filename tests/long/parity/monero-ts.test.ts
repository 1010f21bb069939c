/**
 * An unmodified client of other authors: monero-ts's connectToWalletRpc on a real chain, over HTTP with
 * `npm run wallet-rpc`, and in a page of the app's site with the service worker's endpoint. The package is not a dependency:
 * the test takes it from the bench's cache, and installs it there if it is missing.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/tools/app/app.ts';
import { serveFolder } from '../../../src/server/http/serve-folder.ts';
import { ensureChromium } from '../../../scripts/tools/setup/setup.mjs';
import { bundleMoneroTs, needMoneroTs, moneroTsFolder } from '../../bench/monero-ts.ts';
import { emptyFolder, startServer } from '../../browser/wallet-server.ts';
import { FOREIGN_ADDRESS } from '../../parity/wallet-pair.ts';
import { allowPrograms, startWithWallet } from '../../support/app-endpoint.ts';
import { type MoneroTsWallet, visit, type Visit } from '../../support/monero-ts.ts';
import { type Regtest, startRegtest } from '../../support/regtest.ts';

interface MoneroTs {
  readonly connectToWalletRpc: (config: { readonly uri: string }) => Promise<MoneroTsWallet>;
}
/** The values that tests/bench/monero-ts-page.ts gives to its page. */
interface ClientWindow {
  readonly bench?: { readonly connect: (uri: string) => Promise<MoneroTsWallet & NodeChooser> };
  readonly mine: Visit['mine'];
  readonly visit: typeof visit;
}
interface NodeChooser {
  setDaemonConnection(uri: string, trusted: boolean): Promise<void>;
}

const AMOUNT = 1_234_567_890_123n;
describe('monero-ts as it is', () => {
  let chain: Regtest;
  beforeAll(async () => {
    await needMoneroTs();
    chain = await startRegtest();
  });
  afterAll(() => chain.dispose());

  it.each([
    ['a server on this machine', overHttp],
    ['the service worker, in a page', inPage],
  ] as const)('creates, restores, pays and proves with %s', async (_, through) => {
    const seen = await through(chain);
    const { address, before, fee } = seen;
    expect(seen.seed.split(' ')).toHaveLength(25);
    expect(address).toMatch(/^4/);
    expect([seen.restored, seen.reopened]).toEqual([address, address]);
    expect(before).toBeGreaterThan(0n);
    expect(seen.unlocked).toBe(before);
    expect(seen.after).toBe(before - AMOUNT - fee);
    expect(seen.known).toBe(true);
    expect(seen.proven).toEqual({
      byKey: AMOUNT,
      byProof: [true, AMOUNT],
      byWrongProof: false,
      spend: true,
      reserve: true,
      signature: true,
      wrongSignature: false,
    });
  });
});

async function overHttp(chain: Regtest): ReturnType<typeof visit> {
  const folder = emptyFolder();
  const node = ['--daemon-address', chain.url, '--trusted-daemon'];
  const server = await startServer(['--wallet-dir', folder.dir, '--disable-rpc-login', ...node]);
  try {
    const { connectToWalletRpc } = createRequire(join(moneroTsFolder, 'package.json'))(
      'monero-ts',
    ) as MoneroTs;
    const wallet = await connectToWalletRpc({ uri: `http://127.0.0.1:${server.port}` });
    return await visit(wallet, { payee: FOREIGN_ADDRESS, amount: AMOUNT, mine: chain.mine });
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    folder.remove();
  }
}

/** Another page on the app's site, without the app's policy, because monero-ts makes functions from text. */
async function inPage(chain: Regtest): ReturnType<typeof visit> {
  const client = mkdtempSync(join(tmpdir(), 'ostro-monero-ts-'));
  const [executablePath, root] = await Promise.all([ensureChromium(), ensureBuilt(), bundleMoneroTs(client)]);
  const site = await serveFolder({ root, first: serveClient(client) });
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext();
    const app = await context.newPage();
    await startWithWallet(app, site.url);
    await allowPrograms(app, site.url, /everything on this site/);
    const page = await context.newPage();
    await page.exposeFunction('mine', chain.mine);
    await page.goto(`${site.url}${CLIENT}index.html`);
    await page.waitForFunction(() => 'bench' in globalThis && navigator.serviceWorker.controller !== null);
    await page.addScriptTag({ content: `globalThis.visit = ${visit.toString()}` });
    return await page.evaluate(
      async ([uri, node, payee, amount]) => {
        const client = globalThis as unknown as ClientWindow;
        const wallet = await client.bench!.connect(uri);
        await wallet.setDaemonConnection(node, true);
        return client.visit(wallet, { payee, amount, mine: client.mine });
      },
      [site.url.slice(0, -1), chain.url, FOREIGN_ADDRESS, AMOUNT] as const,
    );
  } finally {
    await browser.close();
    await site.stop();
    rmSync(client, { recursive: true, force: true });
  }
}

const CLIENT = 'client/';
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
const serveClient =
  (folder: string): NonNullable<Parameters<typeof serveFolder>[0]['first']> =>
  ({ url = '' }, res) => {
    if (!url.startsWith(`/${CLIENT}`)) return false;
    const name = url.slice(CLIENT.length + 1);
    res.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' });
    res.end(readFileSync(join(folder, name)));
    return true;
  };
