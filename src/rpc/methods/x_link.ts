/**
 * x_link: the network connection of the device: `metered` (it costs by the byte), `free`, or `unknown`. On a metered one a wallet that
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
