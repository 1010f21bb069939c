/**
 * x_export_companion: what the words of the wallet do not hold, as one message that only a wallet with the same words opens:
 * names, contacts, notes, payment keys and recipients of what was sent, payment requests, attributes, frozen coins.
 */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { companionCounts, toCounts } from '../wire/companion.ts';

export default defineMethod({
  name: 'x_export_companion',
  access: 'read',
  inBackground: false,
  result: { hex: str, holds: companionCounts },
  handle: async (_params, { wallet }) => {
    const { bytes, holds } = (await wallet.companion()).export();
    return { hex: toHex(bytes), holds: toCounts(holds) };
  },
});
