/**
 * x_forget_site: deletes a site's permissions and its log. Its account remains, as one of the person's accounts. Fault
 * unknown_site.
 */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_forget_site',
  access: 'change',
  console: { warning: 'removes_site', needs: ['origin'] },
  params: { origin: str },
  handle: ({ origin }, { wallet }) => wallet.sites.forget(origin),
});
