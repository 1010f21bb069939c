/** transfer: pays one or more addresses with one transaction. */
import { readPayees } from '../../wallet/spend/payees.ts';
import { payInTurn } from '../../wallet/spend/turns.ts';
import { preparePayment } from '../../wallet/spend/spend.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, listOf, u32 } from '../schema.ts';
import { resolveAll } from '../wire/names.ts';
import { checkSending, sendingErrors, sendingParams, sendOne, singleResult } from '../wire/sending.ts';
import { destination } from '../wire/shapes.ts';

export default defineMethod({
  name: 'transfer',
  params: {
    destinations: listOf(destination),
    account_index: u32,
    subaddr_indices: listOf(u32),
    subtract_fee_from_outputs: listOf(u32),
    ...sendingParams,
    get_tx_key: bool,
  },
  result: singleResult,
  errors: sendingErrors,
  handle: async (params, context) => {
    const { wallet } = context;
    const priority = checkSending(wallet, params);
    const destinations = await resolveAll(context.session, params.destinations);
    const payees = readPayees(wallet.state.account.network, destinations, params.payment_id);
    return payInTurn(wallet.ledger, async () => {
      const built = await preparePayment(wallet.spending, {
        account: params.account_index,
        minors: params.subaddr_indices,
        payees,
        subtractFeeFrom: [...new Set(params.subtract_fee_from_outputs)],
        priority,
      });
      const [pending] = built;
      if (!pending || built.length > 1) throw fault('tx_too_large', { transactions: built.length });
      return sendOne(context, pending, { ...params, keys: params.get_tx_key });
    });
  },
});
