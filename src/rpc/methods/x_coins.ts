/**
 * x_coins: the coins of an account, that is, its outputs that no block spends, in chain order. They come in parts of
 * `limit`: `next` is the `from` of the next part, 0 at the end. `state`: spendable, locked (for `blocks` more blocks, or,
 * when a time locks it, until `locked_until`, in seconds),
 * frozen, spent (by a transaction that waits for a block), bound (by a payment that waits for signatures), or unknown
 * (its key image is needed and not known, or it is older than RingCT). `key_image` is empty when it is not known.
 * `id`: unique in the wallet. The output's public key is left out, so that the page never learns which ring member a
 * payment spends.
 */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, oneOf, str, u32, u64 } from '../schema.ts';

export default defineMethod({
  name: 'x_coins',
  access: 'read',
  params: { account_index: u32, from: count, limit: def(count, 500) },
  result: {
    height: count,
    next: def(count, 0),
    coins: listOf(
      obj({
        id: count,
        key_image: def(str, ''),
        amount: u64,
        address_index: u32,
        height: count,
        timestamp: count,
        coinbase: def(bool, false),
        frozen: def(bool, false),
        state: oneOf('spendable', 'locked', 'frozen', 'spent', 'bound', 'unknown', 'later'),
        blocks: def(count, 0),
        locked_until: def(count, 0),
      }),
    ),
  },
  handle: ({ account_index: account, from, limit }, { wallet }) => {
    const { height, coins, next } = wallet.coins.list({ account, from, limit: Math.max(1, limit) });
    return {
      height,
      next,
      coins: coins.map(({ at, output, obstacle, blocks, lockedUntil }) => ({
        id: at,
        key_image: output.keyImage ? toHex(output.keyImage) : '',
        amount: output.amount,
        address_index: output.subaddress.minor,
        height: output.height,
        timestamp: output.timestamp,
        coinbase: output.coinbase,
        frozen: output.frozen,
        state: obstacle ?? 'spendable',
        blocks,
        locked_until: lockedUntil,
      })),
    };
  },
});
