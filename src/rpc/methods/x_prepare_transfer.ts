/**
 * x_prepare_transfer: prepares a payment of one transaction, and signs it if this wallet has the spend key. The
 * payment stays in the worker; the answer has its id and exact amounts. Next: x_send_prepared or x_drop_prepared.
 */
import { defineMethod } from '../method.ts';
import { listOf, u32 } from '../schema.ts';
import { onlyOne, withPayment } from '../wire/prepare.ts';
import { preparedResult, toPreparedResult } from '../wire/prepared.ts';
import { sendingErrors } from '../wire/sending.ts';
import { destination } from '../wire/shapes.ts';

export default defineMethod({
  name: 'x_prepare_transfer',
  params: { destinations: listOf(destination), account_index: u32, priority: u32 },
  result: preparedResult,
  errors: sendingErrors,
  handle: (params, context) =>
    withPayment(
      context,
      { ...params, subaddr_indices: [], unlock_time: 0n, payment_id: '' },
      async (prepared) => toPreparedResult(await context.wallet.payments.add([onlyOne(prepared)])),
    ),
});
