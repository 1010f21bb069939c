/**
 * x_set_site: replaces the permissions of a connected site. `read`: indices of the accounts that it may read. `spend`: the
 * account that pays and what may be spent unasked; absent: the site may not ask for payments. Faults unknown_site,
 * account_index, bad_budget.
 */
import { onDemand } from '../../base/on-demand.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { listOf, obj, opt, str, u32 } from '../schema.ts';
import { budgetTerms } from '../wire/sites.ts';

const permissions = onDemand(() => import('../sites/permissions.ts'));

export default defineMethod({
  name: 'x_set_site',
  access: 'change',
  console: { needs: ['origin'] },
  params: {
    origin: str,
    read: listOf(u32),
    spend: opt(obj({ account: u32, budget: opt(budgetTerms) })),
  },
  handle: async ({ origin, read, spend }, { wallet }) => {
    if (!wallet.sites.connected(origin)) throw fault('unknown_site', { origin });
    const { termsOf } = await permissions();
    const budget = spend?.budget && termsOf(spend.budget, wallet.now());
    await wallet.sites.setGrants(origin, {
      read,
      ...(spend && { spend: { account: spend.account, ...(budget && { budget }) } }),
    });
  },
});
