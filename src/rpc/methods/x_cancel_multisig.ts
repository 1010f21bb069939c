/**
 * x_cancel_multisig: ends the first round that x_begin_multisig began, and removes the other signers' messages. Multisig
 * stays enabled. Fault already_multisig after make_multisig.
 */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'x_cancel_multisig',
  access: 'change',
  console: { warning: 'removes_messages' },
  handle: async (_params, { wallet, session }) => {
    await (await wallet.signers()).cancel();
    session.emitStatus();
  },
});
