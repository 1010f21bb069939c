/** submit_transfer: relays the transactions of a signed set of the signing device. */
import { fromHex, toHex } from '../../base/hex.ts';
import { submitTransfers } from '../../wallet/cold/submit.ts';
import { withPaymentLock } from '../../wallet/spend/payment-lock.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';
import { submitErrors } from '../wire/submit-errors.ts';

export default defineMethod({
  name: 'submit_transfer',
  params: { tx_data_hex: str },
  result: { tx_hash_list: listOf(str) },
  errors: {
    ...submitErrors(-41, 'signed'),
    old_format: [-40, 'Failed to parse signed tx data: its format is no longer read'],
  },
  handle: async ({ tx_data_hex: hex }, { wallet, session }) => {
    const txids = await withPaymentLock(wallet.ledger, () =>
      submitTransfers(
        {
          ledger: wallet.ledger,
          pool: session.world.pool,
          indexOf: (address) => wallet.indexOf(address),
          relay: (pending) => wallet.relay(pending),
          prepared: () => wallet.sync.prepared(),
        },
        fromHex(hex),
      ),
    );
    session.emitChanged();
    return { tx_hash_list: txids.map(toHex) };
  },
});
