/**
 * x_prepare_sweep: like x_prepare_transfer, for all money that an account can spend now, in as many transactions as
 * needed. `key_images`: only these outputs, and all of them. `outputs`: number
 * of equal parts in which each transaction pays the address, 16 at most.
 */
import { defineMethod } from '../method.ts';
import { def, listOf, str, u32 } from '../schema.ts';
import { withSweep } from '../wire/prepare.ts';
import { preparedResult, toCost } from '../wire/prepared.ts';
import { sendingErrors } from '../wire/sending.ts';

export default defineMethod({
  name: 'x_prepare_sweep',
  access: 'spend',
  console: { warning: 'none', needs: ['address', 'key_images'] },
  params: { address: str, account_index: u32, priority: u32, key_images: listOf(str), outputs: def(u32, 1) },
  result: preparedResult,
  errors: sendingErrors,
  handle: (params, context) =>
    withSweep(
      context,
      { ...params, unlock_time: 0n, payment_id: '' },
      () => ({ account: params.account_index, allMinors: true, below: 0n }),
      async (prepared) => toCost(await context.wallet.payments.add(prepared)),
    ),
});
