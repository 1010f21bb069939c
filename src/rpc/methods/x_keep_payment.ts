/**
 * x_keep_payment: stores a payment from another device and binds its inputs: a signed set of the signing device,
 * which it compares with the request, or a multisig set that others have signed. Returns its id in x_unsent_payments.
 */
import { fromHex } from '../../base/hex.ts';
import { keepSigned } from '../../wallet/cold/unsent.ts';
import { keepSet } from '../../wallet/multisig/unsent.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_keep_payment',
  access: 'change',
  params: { tx_data_hex: str },
  result: { id: str },
  handle: async ({ tx_data_hex: hex }, { wallet, session }) => {
    const { ledger, sync } = wallet;
    const bytes = fromHex(hex);
    const keep = { now: wallet.now(), note: '' };
    const id = wallet.state.account.multisig
      ? await keepSet({ ledger, indexOf: (key) => sync.indexOf(key) }, bytes, keep)
      : await keepSigned(
          {
            ledger,
            pool: session.world.pool,
            indexOf: (address) => wallet.indexOf(address),
            prepared: () => sync.prepared(),
          },
          bytes,
          keep,
        );
    return { id };
  },
});
