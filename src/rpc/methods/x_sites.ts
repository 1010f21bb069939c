/** x_sites: the web sites that this wallet knows, with their permissions and their log; the last used one first. */
import { shownSite } from '../sites/shown.ts';
import { defineMethod } from '../method.ts';
import { listOf } from '../schema.ts';
import { siteShape } from '../wire/sites.ts';

export default defineMethod({
  name: 'x_sites',
  access: 'read',
  result: { sites: listOf(siteShape) },
  handle: (_params, { wallet }) => ({ sites: wallet.sites.all().map((site) => shownSite(wallet, site)) }),
});
