/** x_export_multisig_info: as export_multisig_info, and stores the info, so that x_multisig can show it again. */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_export_multisig_info',
  access: 'change',
  result: { info: str },
  handle: async (_params, { wallet }) => ({
    info: toHex(await (await wallet.signers()).exportInfo({ keep: true })),
  }),
});
