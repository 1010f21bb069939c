/** transfer: pays one or more addresses with one transaction. */
import { defineMethod } from '../method.ts';
import { bool, listOf, u32 } from '../schema.ts';
import { once } from '../wire/once.ts';
import { onlyOne, withPayment } from '../wire/prepare.ts';
import { paymentParams, paymentSite, transferErrors, singleResult } from '../wire/sending.ts';
import { sendOne } from '../wire/sent.ts';

export default defineMethod({
  name: 'transfer',
  // No screen: the page uses x_prepare_transfer and x_send_prepared, with a review between them.
  access: 'spend',
  keyed: true,
  site: paymentSite,
  console: {
    warning: 'sends_destinations',
    needs: ['destinations'],
    secrets: ['tx_key'],
    password: 'get_tx_key',
    example: {
      destinations: [{ amount: 250_000_000_000n, address: '<address>' }],
      account_index: 0,
      do_not_relay: true,
    },
  },
  params: {
    ...paymentParams,
    subtract_fee_from_outputs: listOf(u32),
    get_tx_key: bool,
  },
  result: singleResult,
  errors: transferErrors,
  handle: (params, context) =>
    once(context, (send) =>
      withPayment(context, params, async (prepared) =>
        sendOne(context.wallet, onlyOne(prepared), { ...params, keys: params.get_tx_key }, send),
      ),
    ),
});
