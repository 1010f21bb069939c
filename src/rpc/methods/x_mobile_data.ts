/**
 * x_mobile_data: which blocks this wallet reads first when many are missing and the link may cost by the byte: all in order,
 * the newest (the rest on a free link or on request), or as the person says each time.
 */
import { defineMethod } from '../method.ts';
import { oneOf } from '../schema.ts';

export default defineMethod({
  name: 'x_mobile_data',
  access: 'app',
  console: { needs: ['mode'] },
  params: { mode: oneOf('all', 'newest', 'ask') },
  handle: ({ mode }, { wallet }) => wallet.sync.setMobileData(mode),
});
