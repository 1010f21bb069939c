/** incoming_transfers: outputs that are or were ours, in chain order. */
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, listOf, obj, str, u32, u64 } from '../schema.ts';
import { mapInTurns } from '../wire/map-in-turns.ts';
import { subaddressIndex } from '../wire/shapes.ts';
import { anyValue, atMost, maxLength } from '../site-rules.ts';

const TYPES = ['all', 'available', 'unavailable'];

export default defineMethod({
  name: 'incoming_transfers',
  // No screen: the page uses x_coins.
  access: 'read',
  restricted: true,
  site: {
    tier: 'read',
    params: { transfer_type: maxLength(16), account_index: anyValue, subaddr_indices: atMost(100, anyValue) },
  },
  console: { needs: ['transfer_type'], example: { transfer_type: 'available', account_index: 0 } },
  params: { transfer_type: str, account_index: u32, subaddr_indices: listOf(u32) },
  result: {
    transfers: listOf(
      obj({
        amount: u64,
        spent: bool,
        global_index: count,
        tx_hash: str,
        subaddr_index: subaddressIndex,
        key_image: str,
        pubkey: str,
        block_height: count,
        frozen: bool,
        unlocked: bool,
      }),
    ),
  },
  handle: async ({ transfer_type: type, account_index, subaddr_indices }, { wallet }) => {
    if (!TYPES.includes(type)) throw fault('bad_transfer_type', { type });
    const { coins } = wallet;
    // The outputs of this moment; their texts take turns with other calls.
    const asked = coins.outputs
      .filter(
        ({ spent, subaddress }) =>
          (type === 'all' || (type === 'available') === !spent) &&
          subaddress.major === account_index &&
          (subaddr_indices.length === 0 || subaddr_indices.includes(subaddress.minor)),
      )
      // Unlocked means that it can be spent.
      .map((output) => ({ output, unlocked: coins.isUsable(output) && coins.isUnlocked(output) }));
    const transfers = await mapInTurns(wallet, asked, ({ output, unlocked }) => ({
      amount: output.amount,
      spent: output.spent !== undefined,
      global_index: output.globalIndex,
      tx_hash: toHex(output.txid),
      subaddr_index: output.subaddress,
      key_image: output.keyImage ? toHex(output.keyImage) : '',
      pubkey: toHex(output.key),
      block_height: output.height,
      frozen: output.frozen,
      unlocked,
    }));
    return { transfers };
  },
});
