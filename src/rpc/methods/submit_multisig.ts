/** submit_multisig: relays the transactions of a multisig set with enough signatures. */
import { fromHex, toHex } from '../../base/hex.ts';
import { readyMultisig } from '../../wallet/multisig/status.ts';
import { readMultisig } from '../../wallet/multisig/submit.ts';
import { withPaymentLock } from '../../wallet/spend/locks.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';
import { once } from '../wire/once.ts';
import { submitErrors } from '../wire/submit-errors.ts';

export default defineMethod({
  name: 'submit_multisig',
  access: 'spend',
  inBackground: true,
  keyed: true,
  params: { tx_data_hex: str },
  result: { tx_hash_list: listOf(str) },
  errors: submitErrors(-36, 'multisig'),
  handle: async ({ tx_data_hex: hex }, context) => {
    const { wallet } = context;
    readyMultisig(wallet.state);
    const result = await once<{ readonly tx_hash_list: readonly string[] }>(context, (send) =>
      withPaymentLock(wallet.ledger, async () => {
        const { txids, sending } = await readMultisig(
          { ledger: wallet.ledger, indexOf: (key) => wallet.sync.indexOf(key) },
          fromHex(hex),
        );
        return send(sending, { tx_hash_list: txids.map(toHex) });
      }),
    );
    return result;
  },
});
