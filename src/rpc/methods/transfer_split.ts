/** transfer_split: like transfer, with as many transactions as needed. */
import { defineMethod } from '../method.ts';
import { bool } from '../schema.ts';
import { once } from '../wire/once.ts';
import { withPayment } from '../wire/prepare.ts';
import { paymentParams, paymentSite, transferErrors, splitResult } from '../wire/sending.ts';
import { sendAll } from '../wire/sent.ts';

export default defineMethod({
  name: 'transfer_split',
  // No screen: the page uses x_prepare_transfer and x_send_prepared, with a review between them.
  access: 'spend',
  keyed: true,
  site: paymentSite,
  console: {
    warning: 'sends_destinations',
    needs: ['destinations'],
    secrets: ['tx_key_list'],
    password: 'get_tx_keys',
  },
  params: { ...paymentParams, get_tx_keys: bool },
  result: splitResult,
  errors: transferErrors,
  handle: (params, context) =>
    once(context, (send) =>
      withPayment(context, params, (prepared) =>
        sendAll(context.wallet, prepared, { ...params, keys: params.get_tx_keys }, send),
      ),
    ),
});
