/**
 * x_link: which link the device has: `metered` (it costs by the byte), `free`, or `unknown`. On a metered link a wallet that
 * misses many blocks may read the newest ones first.
 */
import { defineMethod } from '../method.ts';
import { oneOf } from '../schema.ts';

export default defineMethod({
  name: 'x_link',
  access: 'app',
  params: { link: oneOf('unknown', 'metered', 'free') },
  handle: ({ link }, { session }) => session.setLink(link),
});
