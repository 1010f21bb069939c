/** Background reading of the browser extension, in a whole Chromium: with all tabs closed a payment is announced. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex } from '../../../src/base/hex.ts';
import { expect, test } from '../../support/app.ts';
import { buildExtension, openWithExtension, withAccess } from '../../support/extension.ts';
import { bytesOf, KNOWN_WALLET, turnReading } from '../../support/reading-copy.ts';
import { secretsIn } from '../../support/secret-search.ts';
import { forward, listen } from '../../support/staged-nodes.ts';
import { receiveAddress, restoreFirstWallet, spendable, unlock, visit } from '../../e2e/journeys.ts';

interface OwnWorker {
  readonly chrome: {
    readonly action: { getBadgeText(of: object): Promise<string> };
    readonly alarms: {
      getAll(): Promise<readonly { readonly name: string; readonly periodInMinutes?: number }[]>;
      readonly onAlarm: { dispatch(alarm: { readonly name: string }): void };
    };
  };
}

let build: string;
let profile: string;
test.beforeAll(async () => {
  build = await buildExtension();
});
test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'ostro-profile-'));
});
test.afterEach(() => rmSync(profile, { recursive: true, force: true }));

test('a payment is announced while all pages are closed, without the spend key, and nothing runs after it was turned off', async ({
  devnet,
}) => {
  const requests: string[] = [];
  const pass = forward(devnet.daemonUrl);
  const node = await listen((request, response) => {
    requests.push(request.url ?? '');
    pass(request, response);
  });
  const folder = withAccess(join(build, 'chromium'), [`${node.address}/*`]);
  const { context, url, worker } = await openWithExtension(folder, profile);
  const alarms = async () =>
    (await worker()).evaluate(async () => {
      const { chrome } = globalThis as unknown as OwnWorker;
      return (await chrome.alarms.getAll()).map(({ name, periodInMinutes }) => [name, periodInMinutes]);
    });
  const badge = async () =>
    (await worker()).evaluate(() => (globalThis as unknown as OwnWorker).chrome.action.getBadgeText({}));
  const ring = async () =>
    (await worker()).evaluate(() =>
      (globalThis as unknown as OwnWorker).chrome.alarms.onAlarm.dispatch({ name: 'ostro read' }),
    );

  const page = await context.newPage();
  await page.goto(`${url}index.html`);
  await restoreFirstWallet(page, 'Everyday', KNOWN_WALLET.seed.split(' '), await devnet.height());
  await visit(page, 'nodes');
  await page.getByRole('button', { name: 'Add a node' }).click();
  await page.getByLabel('Address of the node').fill(node.address);
  await page.getByRole('button', { name: 'Add this node' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const address = await receiveAddress(page);
  expect(await alarms()).toEqual([]);
  await turnReading(page, 'Turn on');
  expect(await alarms()).toEqual([['ostro read', 10]]);
  const other = await context.newPage();
  await page.close();
  expect(await badge()).toBe('');

  await devnet.faucet(address);
  await devnet.mine(1);
  requests.length = 0;
  await ring();
  await expect.poll(badge).toBe('1');
  const first = requests.length;
  await ring();
  await expect.poll(() => requests.length).toBeGreaterThan(first);
  // As few questions as an open page asks for one block.
  expect(first).toBeLessThanOrEqual(8);
  expect(await badge()).toBe('1');

  const again = await context.newPage();
  await again.goto(`${url}index.html`);
  await unlock(again);
  await expect.poll(badge).toBe('');
  await devnet.mine(10);
  await expect.poll(() => spendable(again)).toBe('10');
  await turnReading(again, 'Turn off');
  expect(await alarms()).toEqual([]);
  await turnReading(again, 'Turn on');
  await again.close();
  await other.close();
  await context.close();

  // threat: keys-after-lock
  const stored = bytesOf(profile);
  // The search works: it finds what is stored in the clear.
  expect(stored.includes('copies to read') || stored.includes(Buffer.from('copies to read', 'utf16le'))).toBe(
    true,
  );
  const secrets = [
    { name: 'spend key', value: fromHex(KNOWN_WALLET.spendSecret) },
    ...KNOWN_WALLET.seed.split(' ').flatMap((_word, i, all) => {
      const three = all.slice(i, i + 3);
      return three.length < 3 ? [] : [{ name: three.join(' '), value: Buffer.from(three.join(' ')) }];
    }),
  ];
  expect(secretsIn(stored, secrets)).toEqual([]);
  node.stop();
  rmSync(folder, { recursive: true });
});
