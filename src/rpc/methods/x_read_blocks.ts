/**
 * x_read_blocks: says which blocks to read. `all`: the missing ones in order. `newest`: first those of the last day, or those from
 * `height` on; the blocks below are read later. `missing`: those that were left out, now and on any link.
 * `spends`: asks a relay which coins may be spent in the missing blocks, so that the others can be spent; see `spends_known` of x_status.
 */
import { defineMethod } from '../method.ts';
import { count, oneOf, opt } from '../schema.ts';

export default defineMethod({
  name: 'x_read_blocks',
  access: 'app',
  console: { needs: ['which'] },
  params: { which: oneOf('all', 'newest', 'missing', 'spends'), height: opt(count) },
  handle: async ({ which, height }, { wallet }) => {
    if (which === 'missing') await wallet.sync.readGaps();
    else if (which === 'spends') await wallet.sync.unreadSpends.read();
    else wallet.sync.choose(which === 'newest' ? (height ?? 'newest') : which);
  },
});
