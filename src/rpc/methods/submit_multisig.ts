/** submit_multisig: relays the transactions of a multisig set with enough signatures. */
import { fromHex, toHex } from '../../base/hex.ts';
import { readyMultisig } from '../../wallet/multisig/status.ts';
import { submitMultisig } from '../../wallet/multisig/submit.ts';
import { withPaymentLock } from '../../wallet/spend/payment-lock.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';
import { submitErrors } from '../wire/submit-errors.ts';

export default defineMethod({
  name: 'submit_multisig',
  params: { tx_data_hex: str },
  result: { tx_hash_list: listOf(str) },
  errors: submitErrors(-36, 'multisig'),
  handle: async ({ tx_data_hex: hex }, { wallet, session }) => {
    readyMultisig(wallet.state);
    const txids = await withPaymentLock(wallet.ledger, () =>
      submitMultisig(
        {
          ledger: wallet.ledger,
          indexOf: (key) => wallet.sync.indexOf(key),
          relay: (pending) => wallet.relay(pending),
        },
        fromHex(hex),
      ),
    );
    session.emitChanged();
    return { tx_hash_list: txids.map(toHex) };
  },
});
