/** submit_transfer: relays the transactions of a signed set of the signing device. */
import { fromHex, toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';
import { once } from '../wire/once.ts';
import { submitErrors } from '../messages/submit-errors.ts';

export default defineMethod({
  name: 'submit_transfer',
  access: 'spend',
  inBackground: true,
  keyed: true,
  console: { warning: 'sends_signed', needs: ['tx_data_hex'] },
  params: { tx_data_hex: str },
  result: { tx_hash_list: listOf(str) },
  errors: {
    ...submitErrors(-41, 'signed'),
    old_format: [-40, 'Failed to parse signed tx data: its format is no longer read'],
  },
  handle: async ({ tx_data_hex: hex }, context) => {
    const { wallet } = context;
    return once<{ readonly tx_hash_list: readonly string[] }>(context, async (send) =>
      (await wallet.cold()).submit(fromHex(hex), ({ txids, sending }) =>
        send(sending, { tx_hash_list: txids.map(toHex) }),
      ),
    );
  },
});
