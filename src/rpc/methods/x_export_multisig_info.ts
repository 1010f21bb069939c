/** x_export_multisig_info: as export_multisig_info, and stores the info, so that x_multisig can show it again. */
import { toHex } from '../../base/hex.ts';
import { exportMultisigInfo } from '../../wallet/multisig/info.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_export_multisig_info',
  access: 'change',
  params: {},
  result: { info: str },
  handle: async (_params, { wallet, session }) => ({
    info: toHex(
      await exportMultisigInfo({ random: session.world.random, ledger: wallet.ledger, keep: true }),
    ),
  }),
});
