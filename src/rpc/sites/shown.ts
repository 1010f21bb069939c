/** A site's record as the pages of this app show it. */
import type { SiteRecord } from '../../wallet/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { WireSite } from '../wire/sites.ts';

export function shownSite(wallet: Wallet, { lastUsed, spend, ...site }: SiteRecord): WireSite {
  const budget = spend?.budget;
  return {
    ...site,
    last_used: lastUsed,
    address: wallet.addressText({ major: site.account, minor: 0 }),
    ...(spend && {
      spend: {
        account: spend.account,
        ...(budget && { budget: { ...budget, left: wallet.sites.leftOf(budget) } }),
      },
    }),
  };
}
