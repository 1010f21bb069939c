/** What the host of the page, and an observer of the network, can see: docs/privacy.md, 14 to 16 and 20; what its policies refuse. */
import { expect, test } from '../../support/app.ts';
import { getPaid, makeWallet, pay, receiveAddress, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const PLACES = ['receive', 'send', 'history', 'accounts', 'settings', 'node', 'connection', ''];

const NO_SETTINGS = { awake: 0, hidden: 0, lockMinutes: 0, paidSignal: 0, theme: 0 };

// threat: private-requests
test('the host learns no screen, wallet or payment, and no other server is contacted', async ({
  page,
  context,
  devnet,
  appUrl,
}) => {
  const asked: { url: URL; text: string }[] = [];
  context.on('request', (request) => {
    const text = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join('\n');
    asked.push({ url: new URL(request.url()), text });
  });
  const words = await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);
  // All screens are loaded by now, whichever were opened.
  const host = new URL(appUrl).origin;
  const fetched = (): number => asked.filter(({ url }) => url.origin === host).length;
  await expect.poll(() => asked.some(({ url }) => url.pathname.includes('/Settings-'))).toBe(true);
  // The service worker stores all files a while after the first screen, whichever were opened.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  let before = 0;
  await expect
    .poll(() => before === (before = fetched()), { intervals: [1000], message: 'chunks still arrive' })
    .toBe(true);
  const address = await receiveAddress(page);
  await pay(page, PAYEE, '1.25');
  for (const place of PLACES) {
    await visit(page, place);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }

  // 14: changing the screen fetches nothing: no code, no typeface, not the tab's icon.
  const toHost = asked.filter(({ url }) => url.origin === host);
  const later = toHost.slice(before).map(({ url }) => url.pathname);
  expect(later).toEqual([]);
  // 15: no request contains a wallet's name, words or addresses.
  const secrets = ['Everyday', address, words.slice(0, 3).join(' ')];
  expect(toHost.filter(({ text }) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  // 16: requests go to the host, the node, and the devnet's control server only.
  const others = new Set(asked.map(({ url }) => url.origin).filter((origin) => origin !== 'null'));
  expect([...others].sort()).toEqual([host, new URL(devnet.daemonUrl).origin, devnet.controlUrl].sort());
  // 20: what the page itself stores.
  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((shelf) => Object.entries(shelf)),
  );
  const stored = new Map(kept.map(([key, value]) => [key, JSON.parse(value as string) as object]));
  expect([...stored.keys()].filter((key) => key !== 'ostro')).toEqual(['ostro-backups']);
  for (const backup of Object.values(stored.get('ostro-backups')!) as object[])
    expect(Object.keys(backup)).toEqual(['words']);
  expect(Object.keys(stored.get('ostro') ?? NO_SETTINGS).sort()).toEqual(Object.keys(NO_SETTINGS));
});

// threat: injected-script
test('a picture from elsewhere and markup from a string are refused, and the guard of all journeys notices', async ({
  page,
  expectRefusal,
}) => {
  await page.goto('/');
  await page.evaluate(() => {
    document.body.append(Object.assign(new Image(), { src: 'https://evil.example/' }));
  });
  await expectRefusal(/img-src/);
  const markup = page.evaluate(() => {
    document.body.innerHTML = '<img src=x onerror=alert(1)>';
  });
  await expect(markup).rejects.toThrow(/TrustedHTML/);
  await expectRefusal(/TrustedHTML/);
});
