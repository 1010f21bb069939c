/**
 * x_missing_blocks: the blocks that the wallet left out to read newer ones first, and the data that nodes sent and got.
 * `since` and `until`: times of the blocks before the first and before the end of a gap, in seconds; 0: from the birthday on.
 * `block_bytes`: size of a block as the node sends it, 0 when not known. `possible`: false for wallets that read all blocks in order.
 */
import { defineMethod } from '../method.ts';
import { bool, count, listOf, obj, oneOf, opt } from '../schema.ts';

export default defineMethod({
  name: 'x_missing_blocks',
  access: 'read',
  result: {
    gaps: listOf(obj({ from: count, to: count, since: count, until: count, wanted: bool })),
    link: oneOf('metered', 'free', 'unknown'),
    mode: opt(oneOf('all', 'newest', 'ask')),
    possible: bool,
    block_bytes: count,
    bytes_today: count,
    bytes_this_month: count,
  },
  handle: (_params, { wallet }) => {
    const { gaps, link, mobileData, possible, used } = wallet.sync.missing;
    return {
      gaps: gaps.map(({ from, to, since, until, wanted = false }) => ({ from, to, since, until, wanted })),
      link,
      ...(mobileData && { mode: mobileData }),
      possible,
      block_bytes: used.blockBytes,
      bytes_today: used.today,
      bytes_this_month: used.month,
    };
  },
});
