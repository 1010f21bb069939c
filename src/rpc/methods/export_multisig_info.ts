/**
 * export_multisig_info: the info that other signers need before spending. Makes proposals with earlier infos invalid.
 */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'export_multisig_info',
  // No screen: the page uses x_export_multisig_info, which keeps what it showed.
  access: 'change',
  inBackground: true,
  result: { info: str },
  handle: async (_params, { wallet }) => ({
    info: toHex(await (await wallet.signers()).exportInfo()),
  }),
});
