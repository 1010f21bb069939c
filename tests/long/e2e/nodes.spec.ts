/** The page "Nodes": it names each reason why a node does not work; and a person edits the list. */
import { chromium, type Page } from '@playwright/test';
import { PUBLIC_NODES } from '../../../src/ui/features/node/public-nodes.ts';
import { expect, test } from '../../support/app.ts';
import { watchNewContexts } from '../../support/policy-guard.ts';
import { startDaemon } from '../../support/daemon.ts';
import { changed, floods, forward, isSilent, listen, says, type Staged } from '../../support/staged-nodes.ts';
import { makeWallet, visit } from '../../e2e/journeys.ts';

const addressField = (page: Page) => page.getByLabel('Address of the node');
const openForm = async (page: Page): Promise<void> => {
  await visit(page, 'nodes');
  await page.getByRole('button', { name: 'Add a node' }).click();
  await addressField(page).waitFor();
};
/** Tests a node in the open form, and expects the reason's name and words. */
const expectReason = async (page: Page, address: string, title: string, ...words: readonly RegExp[]) => {
  await addressField(page).fill(address);
  await page.getByRole('dialog').getByRole('button', { name: 'Test', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(title, { exact: true })).toBeVisible();
  for (const each of words) await expect(dialog.getByText(each).first()).toBeVisible();
};

const openLines = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByText('Lines for its operator').click();

test('the page names the reason why a node does not work, and shows a line of configuration that helps', async ({
  page,
  devnet,
  appUrl,
}) => {
  const staged: Staged[] = [];
  const stage = async (...given: Parameters<typeof listen>): Promise<string> => {
    const one = await listen(...given);
    staged.push(one);
    return one.address;
  };
  const node = devnet.daemonUrl;
  const origin = new URL(appUrl).origin;
  await makeWallet(page, 'Curious');
  await openForm(page);

  await test.step('it does not allow web pages (CORS)', async () => {
    const address = await stage(changed(node, {}, { cors: false }));
    await expectReason(
      page,
      address,
      'This page gets no answer from this node',
      /does not allow requests from web pages \(CORS\)/,
      /It is down/,
    );
    await openLines(page);
    await expect(page.getByText(`--rpc-access-control-origins ${origin}`, { exact: true })).toBeVisible();
    await expect(page.getByText(`add_header Access-Control-Allow-Origin ${origin} always;`)).toBeVisible();
    await expect(page.getByText(/certificate/)).toHaveCount(0);
  });
  await test.step('its certificate is its own (TLS)', async () => {
    const address = await stage(changed(node), { tls: true });
    await expectReason(
      page,
      address,
      'This page gets no answer from this node',
      /certificate is not accepted \(TLS\)/,
    );
    await expect(page.getByRole('link', { name: 'Open it in a tab' })).toHaveAttribute(
      'href',
      `${address}/get_info`,
    );
  });
  await test.step('it requires a login', async () => {
    const challenge = {
      'www-authenticate': 'Digest realm="monero-rpc",nonce="aaaa",qop="auth",algorithm=MD5',
    };
    const expose = { 'access-control-expose-headers': 'www-authenticate' };
    const address = await stage(says(401, '', { ...challenge, ...expose }));
    await expectReason(page, address, 'This node requires a login', /login that its operator/);
    await expect(page.getByLabel('User name')).toBeVisible();
  });
  await test.step('it is on another network', async () => {
    const stagenet = await startDaemon(['--stagenet', '--rpc-access-control-origins', '*']);
    await expectReason(
      page,
      stagenet.url,
      'This node is on another network',
      /test network stagenet; this wallet is on the main/,
    );
    // A node of another network cannot be added.
    await page.getByRole('button', { name: 'Add this node' }).click();
    await expect(page.getByRole('button', { name: 'Add this node' })).toBeVisible();
    await stagenet.stop();
  });
  await test.step('it is behind', async () => {
    const address = await stage(
      changed(node, { '/get_info': { synchronized: false, target_height: 3_000_000 } }),
    );
    await expectReason(page, address, 'This node is behind', /of 3,000,000/);
  });
  await test.step('it is too old', async () => {
    const address = await stage(changed(node, { get_version: { version: 3 * 0x10000 + 9 } }));
    await expectReason(page, address, 'This node is too old', /version is 3\.9.*3\.10/);
    await openLines(page);
    await expect(page.getByText('monerod update check')).toBeVisible();
  });
  await test.step('it is silent', async () => {
    await expectReason(page, await stage(isSilent), 'This node is silent', /within 12 seconds/);
  });
  await test.step('its answer does not end', async () => {
    await expectReason(page, await stage(floods), 'Its answer does not end', /cut it off/);
  });
  await test.step('it is something else', async () => {
    const site = await stage(says(200, '<!doctype html><title>It works</title>'));
    await expectReason(page, site, 'This is not a node', /not as a node does/);
    await expectReason(page, await stage(says(404, 'Not found')), 'This is not a node', /error 404/);
  });
  await test.step('the node behind its proxy is down', async () => {
    const address = await stage(says(502, 'Bad gateway'));
    await expectReason(page, address, 'The node behind this address is down', /error 502/);
  });
  await test.step('it refuses what a payment needs', async () => {
    const status = 'Not available in restricted mode';
    const address = await stage(changed(node, { get_fee_estimate: { status } }));
    await expectReason(page, address, 'This node refuses what Ostro needs', /get_fee_estimate/);
  });
  await test.step('it demands payment', async () => {
    const address = await stage(changed(node, { '/get_info': { status: 'PAYMENT REQUIRED' } }));
    await expectReason(page, address, 'This node demands payment', /does not pay nodes/);
  });
  for (const one of staged) one.stop();
});

test('a page that came over https names mixed content', async ({ appUrl }) => {
  const site = await listen(forward(appUrl.replace(/\/$/, '')), { tls: true });
  const browser = await chromium.launch(test.info().project.use.launchOptions);
  watchNewContexts(browser);
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(`${site.address}/#/nodes`);
  await openForm(page);
  await expectReason(
    page,
    'http://node.example:18081',
    'This page may not reach a node without https',
    /mixed content/,
  );
  await openLines(page);
  await expect(
    page.getByText('caddy reverse-proxy --from node.example --to 127.0.0.1:18081', { exact: true }),
  ).toBeVisible();
  await browser.close();
  site.stop();
});

test('a person adds, tests, edits, orders and removes nodes, with a login and roles', async ({
  page,
  devnet,
}) => {
  const proxied = await listen(changed(devnet.daemonUrl));
  const guarded = await startDaemon([
    ...['--regtest', '--fixed-difficulty', '1', '--rpc-login', 'me:secret'],
    ...['--rpc-access-control-origins', '*'],
  ]);
  const [main, second, third] = [devnet.daemonUrl, proxied.address, guarded.url].map((url) =>
    url.slice(7),
  ) as [string, string, string];
  await makeWallet(page, 'Several');
  await visit(page, 'settings');
  await page.getByRole('main').getByRole('link', { name: 'Nodes' }).click();
  await expect(page.getByRole('heading', { name: main })).toBeVisible();
  const items = page.locator('[data-node]');
  const order = () => items.getByRole('heading').allInnerTexts();

  await test.step('chooses a public node: the form is filled in, and no node is asked', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openForm(page);
    await page.getByText('Choose from public nodes').click();
    const chosen = PUBLIC_NODES.find(({ network }) => network === 'mainnet')!.address;
    await page.getByRole('button', { name: new URL(chosen).host }).click();
    await expect(addressField(page)).toHaveValue(chosen);
    await page.getByRole('button', { name: 'Close' }).click();
    const hosts = PUBLIC_NODES.map(({ address }) => new URL(address).host);
    expect(asked.filter((url) => hosts.includes(new URL(url).host))).toEqual([]);
  });
  await test.step('adds a node, which is tested first', async () => {
    await openForm(page);
    await addressField(page).fill(proxied.address);
    await page.getByRole('button', { name: 'Add this node' }).click();
    await expect.poll(order).toEqual([main, second]);
    await expect(items.nth(1).getByText(/Works, answered in/)).toBeVisible();
    await items.nth(1).getByText('Its state').click();
    await expect(items.nth(1).getByText('in step')).toBeVisible();
  });
  await test.step('adds a node with a login', async () => {
    await openForm(page);
    await addressField(page).fill(guarded.url);
    await page.getByRole('button', { name: 'Add this node' }).click();
    await expect(page.getByText('This node requires a login')).toBeVisible();
    await page.getByLabel('User name').fill('me');
    await page.getByLabel('Password of the node', { exact: true }).fill('wrong');
    await page.getByRole('dialog').getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByText('This node refuses the login')).toBeVisible();
    await page.getByLabel('Password of the node', { exact: true }).fill('secret');
    await page.getByRole('button', { name: 'Add this node' }).click();
    await expect.poll(order).toEqual([main, second, third]);
    await page.getByRole('button', { name: `Test ${third}` }).click();
    // A chain of its own with its first block only: far behind the others.
    await expect(items.nth(2).getByText(/behind another node/)).toBeVisible();
  });
  await test.step('keeps the stored password when the node is edited', async () => {
    await page.getByRole('button', { name: `Edit ${third}` }).click();
    await expect(page.getByText('One is stored. Leave this empty to keep it.')).toBeVisible();
    await page.getByLabel('This node is my own').check();
    await page.getByLabel('Read from this node first').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(items.nth(2).getByText('Your own node.')).toBeVisible();
    await expect(page.getByRole('link', { name: `Manage ${third}` })).toBeVisible();
    await expect(page.getByRole('link', { name: `Manage ${second}` })).toHaveCount(0);
    await page.getByRole('button', { name: `Test ${third}` }).click();
    await expect(items.nth(2).getByText(/behind another node/)).toBeVisible();
  });
  await test.step('moves a node with the keyboard, and keeps the focus on it', async () => {
    await page.getByRole('button', { name: `Move ${second} up` }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual([second, main, third]);
    await expect(page.getByRole('button', { name: `Move ${second} down` })).toBeFocused();
    await expect(items.nth(0).getByText('Ostro reads from it.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual([main, second, third]);
  });
  await test.step('gives a node the payments and another the comparison', async () => {
    await page.getByLabel('Payments go to').selectOption(proxied.address);
    await expect(items.nth(1).getByText('It alone gets your payments.')).toBeVisible();
    await page.getByLabel('Compare with').selectOption(guarded.url);
    await expect(items.nth(2).getByText('Its answers are only compared.')).toBeVisible();
    await page.getByLabel('Compare with').selectOption('');
  });
  await test.step('is accessible on a phone and on a desktop, light and dark', async () => {});
  await test.step('removes a node after a question, and its role with it', async () => {
    await page.getByRole('button', { name: `Remove ${second}` }).click();
    await page.getByRole('button', { name: 'Remove this node' }).click();
    await expect.poll(order).toEqual([main, third]);
    await expect(page.getByLabel('Payments go to')).toHaveValue('');
    await expect(page.getByRole('heading', { name: 'Your list' })).toBeFocused();
  });
  await test.step('finds the list again after the page was loaded anew', async () => {
    await page.reload();
    await expect.poll(order).toEqual([main, third]);
  });
  await guarded.stop();
  proxied.stop();
});
