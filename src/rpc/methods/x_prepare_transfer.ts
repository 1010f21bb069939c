/**
 * x_prepare_transfer: prepares a payment, and signs it if this wallet has the spend key. One transaction pays up to 15
 * payees; more need several, each payee in one of them. The payment stays in the worker; the answer has its id and exact
 * amounts. Next: x_send_prepared or x_drop_prepared.
 * `key_images`: spend exactly these outputs; empty: the wallet chooses. The payees named in `subtract_fee_from_outputs`,
 * by index, pay the fee.
 */
import { defineMethod } from '../method.ts';
import { listOf, str, u32 } from '../schema.ts';
import { checkCount, checkWhole } from '../wire/payee-count.ts';
import { withPayment } from '../wire/prepare.ts';
import { preparedResult, toCost } from '../wire/prepared.ts';
import { sendingErrors } from '../wire/sending.ts';
import { destination } from '../wire/shapes.ts';

export default defineMethod({
  name: 'x_prepare_transfer',
  access: 'spend',
  console: { warning: 'none', needs: ['destinations', 'key_images'] },
  params: {
    destinations: listOf(destination),
    account_index: u32,
    priority: u32,
    subtract_fee_from_outputs: listOf(u32),
    key_images: listOf(str),
  },
  result: preparedResult,
  errors: sendingErrors,
  handle: (params, context) => {
    checkCount(params.destinations);
    return withPayment(
      context,
      { ...params, subaddr_indices: [], unlock_time: 0n, payment_id: '' },
      async (prepared) => {
        checkWhole(prepared, params.destinations);
        return toCost(await context.wallet.payments.add(prepared));
      },
    );
  },
});
