/** x_cancel_multisig: this wallet stays one of its own after all; possible until make_multisig has ended the first round. */
import { cancelMultisig } from '../../wallet/multisig/messages.ts';
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'x_cancel_multisig',
  params: {},
  result: {},
  handle: async (_params, { wallet, session }) => {
    await wallet.ledger.commit(cancelMultisig);
    session.touchStatus();
    return {};
  },
});
