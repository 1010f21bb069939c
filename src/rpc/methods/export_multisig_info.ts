/** export_multisig_info: what the other signers need before they spend with us. Ends what was begun with the last one. */
import { toHex } from '../../base/hex.ts';
import { exportMultisigInfo } from '../../wallet/multisig/info.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'export_multisig_info',
  params: {},
  result: { info: str },
  handle: async (_params, { wallet, session }) => ({
    info: toHex(await exportMultisigInfo({ random: session.world.random, ledger: wallet.ledger })),
  }),
});
