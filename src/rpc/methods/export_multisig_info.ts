/**
 * export_multisig_info: the info that other signers need before spending. Makes proposals with earlier infos invalid.
 */
import { toHex } from '../../base/hex.ts';
import { exportMultisigInfo } from '../../wallet/multisig/info.ts';
import { defineMethod } from '../method.ts';
import { bool, def, str } from '../schema.ts';

export default defineMethod({
  name: 'export_multisig_info',
  /** `x_keep` (Ostro only): stores the info, so that it can be shown again. */
  params: { x_keep: def(bool, false) },
  result: { info: str },
  handle: async ({ x_keep: keep }, { wallet, session }) => ({
    info: toHex(await exportMultisigInfo({ random: session.world.random, ledger: wallet.ledger, keep })),
  }),
});
