/** x_cancel_multisig: undoes x_begin_multisig, as long as make_multisig has not ended the first round. */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'x_cancel_multisig',
  access: 'change',
  console: { warning: 'removes_messages' },
  handle: async (_params, { wallet, session }) => {
    await wallet.multisig.cancel();
    session.emitStatus();
  },
});
