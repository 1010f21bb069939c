/** transfer_split: like transfer, with as many transactions as needed. */
import { defineMethod } from '../method.ts';
import { bool, listOf, u32 } from '../schema.ts';
import { once } from '../wire/once.ts';
import { withPayment } from '../wire/prepare.ts';
import { sendingErrors, sendingParams, splitResult } from '../wire/sending.ts';
import { sendAll } from '../wire/sent.ts';
import { destination } from '../wire/shapes.ts';

export default defineMethod({
  name: 'transfer_split',
  // No screen: the page uses x_prepare_transfer and x_send_prepared, with a review between them.
  access: 'spend',
  keyed: true,
  site: {
    tier: 'spend',
    asks: true,
    params: {
      destinations: { most: 15, each: { amount: true, address: 128 } },
      account_index: true,
      priority: [0, 1, 2, 3, 4],
      unlock_time: [0, 0n],
    },
  },
  console: {
    warning: 'sends_destinations',
    needs: ['destinations'],
    secrets: ['tx_key_list'],
    password: 'get_tx_keys',
  },
  params: {
    destinations: listOf(destination),
    account_index: u32,
    subaddr_indices: listOf(u32),
    ...sendingParams,
    get_tx_keys: bool,
  },
  result: splitResult,
  errors: sendingErrors,
  handle: (params, context) =>
    once(context, (send) =>
      withPayment(context, params, (prepared) =>
        sendAll(context.wallet, prepared, { ...params, keys: params.get_tx_keys }, send),
      ),
    ),
});
