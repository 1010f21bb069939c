/** export_multisig_info: what the other signers need before they spend with us. Ends what was begun with the last one. */
import { toHex } from '../../base/hex.ts';
import { exportMultisigInfo } from '../../wallet/multisig/info.ts';
import { defineMethod } from '../method.ts';
import { bool, def, str } from '../schema.ts';

export default defineMethod({
  name: 'export_multisig_info',
  /** `x_keep`, ours: it is stored, so that it can be shown again without being made anew. */
  params: { x_keep: def(bool, false) },
  result: { info: str },
  handle: async ({ x_keep: keep }, { wallet, session }) => ({
    info: toHex(await exportMultisigInfo({ random: session.world.random, ledger: wallet.ledger, keep })),
  }),
});
