/** A site's record as the pages of this app show it. */
import { leftOf } from '../../wallet/sites/budget.ts';
import type { SiteRecord } from '../../wallet/state/records/sites.ts';
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
        ...(budget && { budget: { ...budget, left: leftOf(budget, wallet.now()) } }),
      },
    }),
  };
}
