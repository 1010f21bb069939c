/** submit_multisig: relays the transactions of a multisig set with enough signatures. */
import { fromHex, toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';
import { once } from '../wire/once.ts';
import { submitErrors } from '../messages/submit-errors.ts';

export default defineMethod({
  name: 'submit_multisig',
  access: 'spend',
  inBackground: true,
  keyed: true,
  console: { warning: 'sends_signed', needs: ['tx_data_hex'] },
  params: { tx_data_hex: str },
  result: { tx_hash_list: listOf(str) },
  errors: submitErrors(-36, 'multisig'),
  handle: async ({ tx_data_hex: hex }, context) => {
    const { wallet } = context;
    wallet.multisig.requireReady();
    return once<{ readonly tx_hash_list: readonly string[] }>(context, async (send) =>
      (await wallet.signers()).submit(fromHex(hex), ({ txids, sending }) =>
        send(sending, { tx_hash_list: txids.map(toHex) }),
      ),
    );
  },
});
