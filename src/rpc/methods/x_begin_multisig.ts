/**
 * x_begin_multisig: records that this wallet will become one of `total` signers, of whom `threshold` must sign. The
 * record and the messages read are stored until make_multisig ends the first round. x_multisig returns our first
 * message.
 */
import { defineMethod } from '../method.ts';
import { u32 } from '../schema.ts';

export default defineMethod({
  name: 'x_begin_multisig',
  access: 'change',
  console: { needs: ['threshold', 'total'], password: true },
  params: { threshold: u32, total: u32 },
  handle: async ({ threshold, total }, { wallet, session }) => {
    await (await wallet.signers()).begin(threshold, total);
    session.emitStatus();
  },
});
