/**
 * x_site_view: what a site may see now; the page makes events for the site of it. `accounts`: addresses by the site's
 * indices, none when it is not connected. `transfers`: entries of get_transfers above `from_height` and in no block, of
 * accounts that it may read; none without `from_height`. `wallet`: for the page, not for the site. Faults bad_origin,
 * no_wallet.
 */
import { onDemand } from '../../base/on-demand.ts';
import { defineMethod } from '../method.ts';
import { count, listOf, opt, str } from '../schema.ts';
import { anyData } from '../wire/nodes.ts';

const views = onDemand(() => import('../sites/view.ts'));

export default defineMethod({
  name: 'x_site_view',
  // No screen: events for connected sites, in the window that they open.
  access: 'read',
  console: { needs: ['origin'] },
  params: { origin: str, from_height: opt(count) },
  result: {
    wallet: str,
    accounts: listOf(str),
    network: opt(str),
    height: opt(count),
    transfers: listOf(anyData),
  },
  handle: async ({ origin, from_height }, context) => ({
    wallet: context.wallet.name,
    transfers: [],
    ...(await (await views()).siteView(context, origin, from_height)),
  }),
});
