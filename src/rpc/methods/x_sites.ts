/** x_sites: the web sites that this wallet knows, with their permissions and their log; the last used one first. */
import type { SiteRecord } from '../../wallet/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { defineMethod } from '../method.ts';
import { listOf } from '../schema.ts';
import { siteShape, type WireSite } from '../wire/sites.ts';

export default defineMethod({
  name: 'x_sites',
  access: 'read',
  result: { sites: listOf(siteShape) },
  handle: (_params, { wallet }) => ({ sites: wallet.sites.all().map((site) => shownSite(wallet, site)) }),
});

const shownSite = (wallet: Wallet, { lastUsed, spend, ...site }: SiteRecord): WireSite => {
  const budget = spend?.budget;
  return {
    ...site,
    last_used: lastUsed,
    address: wallet.addressText({ major: site.account, minor: 0 }),
    ...(spend && {
      spend: {
        account: spend.account,
        ...(budget && { budget: wallet.sites.present(budget) }),
      },
    }),
  };
};
