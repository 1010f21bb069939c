/**
 * x_import_companion: adds what a companion holds to the wallet. What the wallet has stays; a text is replaced only if it is empty.
 * `made`: when the companion was made, in seconds. `added`: what the wallet did not have. `read_again`: the companion names
 * addresses that were not searched in the blocks read so far, so that rescan_blockchain may find more money.
 */
import { fromHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, str } from '../schema.ts';
import { companionCounts, toCounts } from '../wire/companion.ts';

export default defineMethod({
  name: 'x_import_companion',
  access: 'change',
  console: { needs: ['hex'] },
  params: { hex: str },
  result: { made: count, holds: companionCounts, added: companionCounts, read_again: def(bool, false) },
  handle: async ({ hex }, { wallet }) => {
    // Loaded when first used: the start of the page does not wait for it.
    const { made, holds, added, unsearched } = await (await wallet.companion()).import(fromHex(hex));
    return { made, holds: toCounts(holds), added: toCounts(added), read_again: unsearched };
  },
});
