/** transfer_split: as transfer, with as many transactions as it takes. */
import { readPayees } from '../../wallet/spend/payees.ts';
import { payInTurn } from '../../wallet/spend/turns.ts';
import { preparePayment } from '../../wallet/spend/spend.ts';
import { defineMethod } from '../method.ts';
import { bool, listOf, u32 } from '../schema.ts';
import { resolveAll } from '../wire/names.ts';
import { checkSending, sendAll, sendingErrors, sendingParams, splitResult } from '../wire/sending.ts';
import { destination } from '../wire/shapes.ts';

export default defineMethod({
  name: 'transfer_split',
  params: {
    destinations: listOf(destination),
    account_index: u32,
    subaddr_indices: listOf(u32),
    ...sendingParams,
    get_tx_keys: bool,
  },
  result: splitResult,
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
        priority,
      });
      return sendAll(context, built, { ...params, keys: params.get_tx_keys });
    });
  },
});
