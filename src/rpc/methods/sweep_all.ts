/** sweep_all: everything that can be spent now to one address; of one random address unless more are named. */
import { readPayees } from '../../wallet/spend/payees.ts';
import { payInTurn } from '../../wallet/spend/turns.ts';
import { prepareSweep } from '../../wallet/spend/spend.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, str, u32, u64 } from '../schema.ts';
import { resolveAddress } from '../wire/names.ts';
import { checkSending, sendAll, sendingErrors, sendingParams, splitResult } from '../wire/sending.ts';

export default defineMethod({
  name: 'sweep_all',
  params: {
    address: str,
    account_index: u32,
    subaddr_indices: listOf(u32),
    subaddr_indices_all: def(bool, false),
    ...sendingParams,
    outputs: def(count, 1),
    get_tx_keys: bool,
    below_amount: u64,
  },
  result: splitResult,
  errors: sendingErrors,
  handle: async (params, context) => {
    const { wallet } = context;
    const priority = checkSending(wallet, params);
    const { account_index: account } = params;
    const text = await resolveAddress(context.session, params.address);
    const [payee] = readPayees(
      wallet.state.account.network,
      [{ address: text, amount: 0n }],
      params.payment_id,
    );
    if (params.outputs < 1) throw fault('no_outputs');
    return payInTurn(wallet.ledger, async () => {
      const built = await prepareSweep(wallet.spending, {
        account,
        minors: params.subaddr_indices_all ? [] : params.subaddr_indices,
        allMinors: params.subaddr_indices_all,
        address: payee!.address,
        text,
        outputs: params.outputs,
        below: params.below_amount,
        priority,
      });
      return sendAll(context, built, { ...params, keys: params.get_tx_keys });
    });
  },
});
