/** The installed app: what other apps share reaches it while it is locked, and its server does not see it. */
import { expect, test } from '@playwright/test';
import { ensureBuilt } from '../../scripts/tools/app/app.mjs';
import { serveFolder } from '../../scripts/tools/app/serve.mjs';
import { makeFirstWallet, unlock } from './journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

test('a payment link that another app shares waits while the wallet is locked, and fills Send', async ({
  page: first,
  context,
}) => {
  const posted: string[] = [];
  const site = await serveFolder({
    root: await ensureBuilt(),
    first: (request) => {
      if (request.method === 'POST') posted.push(request.url ?? '');
      return false;
    },
  });
  try {
    await first.goto(site.url);
    await makeFirstWallet(first, 'Everyday');
    // The wallet is stored when Home shows it; a tab that is closed before leaves no wallet.
    await expect(first.getByText('Found so far')).toBeVisible();
    await first.evaluate(() => navigator.serviceWorker.ready);
    await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await first.close();

    // Any page can post what the browser's share posts.
    const page = await context.newPage();
    await page.setContent(
      `<form method="post" action="${site.url}share" enctype="multipart/form-data">
         <input name="text" value="Please pay monero:${PAYEE}?tx_amount=1.25"><button>Share</button>
       </form>`,
    );
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('A payment link waits here.')).toBeVisible();
    await unlock(page);
    await expect(page.getByText('A valid address. New to you.')).toBeVisible();
    await expect(page.getByLabel('Amount')).toHaveValue('1.25');
    // The link is not in the address any more.
    await expect(page).toHaveURL(`${site.url}#/send`);
    expect(posted).toEqual([]);
  } finally {
    await site.stop();
  }
});
