/**
 * A relay of one's own: it is paired by its code, the wallet reads and pays through it, it goes away, it comes back and
 * lies, and the wallet reads from its node again. A proxy of the test counts what is asked of the relay, and changes it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startApp } from '../../../scripts/tools/app/app.ts';
import { ensureMonero } from '../../../scripts/tools/setup/setup.mjs';
import { writeRelayCode } from '../../../src/base/relay-code.ts';
import { startRelay } from '../../../src/nodejs/relay/relay.ts';
import { sourceTree } from '../../../src/nodejs/source-tree.ts';
import { readCompact, writeCompact } from '../../../src/protocol/compact/compact-blocks.ts';
import { COMPACT_PATHS } from '../../../src/protocol/compact/paths.ts';
import { relayLogin, relayTls } from '../../../src/server/relay/keys.ts';
import { startRelayServer } from '../../../src/server/relay/relay-server.ts';
import { connectDevnet, expect, test } from '../../support/app.ts';
import { look } from '../../e2e/look.ts';
import {
  getPaid,
  makeWallet,
  pay,
  receiveAddress,
  restoreFirstWallet,
  spendable,
  unlock,
  visit,
} from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

/** The relay of the command with its own certificate, which can be stopped, started again on its port, and made to lie. */
const startOwnRelay = async (node: string, folder: string) => {
  const login = relayLogin(folder);
  const { tls, fingerprint } = relayTls(folder, new Date());
  const state = { compact: 0, paid: 0, lies: false };
  const relay = await startRelay({
    kernel: sourceTree.kernel,
    node: { address: node, trusted: false },
    folder: join(folder, 'blocks'),
  });
  const answer = async (path: string, body: Uint8Array) => {
    const reply = await relay.answer(path, body);
    if (path === '/send_raw_transaction' || path === '/sendrawtransaction') state.paid++;
    if (path !== COMPACT_PATHS.blocks || reply.status !== 200) return reply;
    state.compact++;
    return state.lies ? { ...reply, body: withOtherTag(reply.body) } : reply;
  };
  const listen = (port: number) =>
    startRelayServer({
      ...{ relay: { answer }, login, host: '127.0.0.1', port, tls },
      // Of connections that the browser gave up. An error of the relay is an answer 500, which the wallet shows.
      say: () => undefined,
    });
  let server = await listen(0);
  const { port } = server;
  const address = `https://127.0.0.1:${port}`;
  return Object.assign(state, {
    address,
    host: `127.0.0.1:${port}`,
    code: writeRelayCode({ address, ...login, fingerprint }),
    fingerprint,
    goAway: () => server.stop(),
    comeBack: async () => {
      server = await listen(port);
    },
    stop: async () => {
      relay.stop();
      await server.stop();
    },
  });
};

/** Another view tag for the last output of an answer: a payment to whoever has that output is hidden. */
const withOtherTag = (bytes: Uint8Array): Uint8Array => {
  const blocks = readCompact(bytes);
  return writeCompact({
    ...blocks,
    tags: blocks.tags.map((tag, i) => (i === blocks.tags.length - 1 ? tag ^ 1 : tag)),
  });
};

const pair = async (page: Page, code: string): Promise<void> => {
  await visit(page, 'nodes');
  await page.getByRole('button', { name: 'Add a node' }).click();
  await page.getByLabel('Address of the node').fill(code);
};

// threat: changed-blocks
test('a relay is paired, read through, paid through, goes away, lies, and is removed', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ostro-relay-'));
  const app = await startApp({ bin: await ensureMonero(), build: false, port: 0, testHooks: true });
  const { daemonUrl, controlUrl } = app.devnet!;
  const devnet = connectDevnet(controlUrl, daemonUrl);
  const relay = await startOwnRelay(daemonUrl, folder);
  // As after the person accepted the relay's own certificate in this browser.
  const newPage = async () =>
    (await browser.newContext({ baseURL: app.url, ignoreHTTPSErrors: true })).newPage();

  let page = await newPage();
  const words = await makeWallet(page, 'First');
  await getPaid(page, devnet);
  await devnet.mine(60);
  await page.context().close();

  page = await newPage();
  await page.goto('/');
  await page.getByText('Make a new wallet').waitFor();
  // On a first visit the worker starts late, and the list has the devnet's node only when it has answered.
  const direct = daemonUrl.slice('http://'.length);
  await expect(async () => {
    await visit(page, '');
    await visit(page, 'nodes');
    await expect(page.getByRole('heading', { name: direct })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await test.step('a part of the code is refused, the whole one is accepted', async () => {
    await pair(page, relay.code.slice(0, -1));
    await expect(page.getByText('This code is not whole')).toBeVisible();
    await page.getByLabel('Address of the node').fill(relay.code);
    await expect(page.getByText('This is your relay.')).toBeVisible();
    await page.getByText('Its certificate').click();
    await expect(page.getByText(relay.fingerprint)).toBeVisible();
    await look(page, 'pairing');
    await page.getByRole('button', { name: 'Add this node' }).click();
    await expect(page.getByRole('heading', { name: relay.host })).toBeVisible();
    await look(page, 'nodes with a relay');
  });
  await test.step('the wallet reads and pays through it', async () => {
    await visit(page, '');
    await restoreFirstWallet(page, 'Second', words, 0);
    await expect.poll(() => spendable(page)).toBe('10');
    expect(relay.compact).toBeGreaterThan(0);
    await pay(page, PAYEE, '1.00');
    expect(relay.paid).toBe(1);
    await devnet.mine(11);
    await expect.poll(async () => Number(await spendable(page))).toBeGreaterThan(8.9);
  });
  await test.step('it goes away: the wallet reads from the node', async () => {
    await relay.goAway();
    await devnet.mine(40);
    await visit(page, '');
    await expect(page.getByText(/It reads from .* meanwhile/)).toBeVisible();
    await devnet.faucet(await receiveAddress(page));
    await devnet.mine(11);
    await expect.poll(async () => Number(await spendable(page))).toBeGreaterThan(18.9);
  });
  await test.step('it is back, and lies: it is named, and the balance is right all the same', async () => {
    relay.lies = true;
    await page.goto('about:blank');
    await devnet.mine(60);
    await relay.comeBack();
    const asked = relay.compact;
    await page.goto('/');
    await unlock(page);
    await expect.poll(() => relay.compact).toBeGreaterThan(asked);
    await visit(page, 'nodes');
    await expect(page.getByText('Another node contradicts what this relay said.')).toBeVisible();
    await look(page, 'a relay that lied');
    await expect.poll(async () => Number(await spendable(page))).toBeGreaterThan(18.9);
  });
  await test.step('it is removed: the wallet reads from its node as ever', async () => {
    await visit(page, 'nodes');
    await page.getByRole('button', { name: `Remove ${relay.host}` }).click();
    await page.getByRole('button', { name: 'Remove this node' }).click();
    await expect(page.getByRole('heading', { name: relay.host })).toHaveCount(0);
    const asked = relay.compact;
    await devnet.mine(40);
    await expect.poll(async () => Number(await spendable(page))).toBeGreaterThan(18.9);
    expect(relay.compact).toBe(asked);
  });
  await page.context().close();
  await app.stop();
  await relay.stop();
  rmSync(folder, { recursive: true });
});
