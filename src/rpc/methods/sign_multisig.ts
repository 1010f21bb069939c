/** sign_multisig: examines and signs another signer's proposal. */
import { fromHex, toHex } from '../../base/hex.ts';
import { signMultisig } from '../../wallet/multisig/sign.ts';
import { readyMultisig } from '../../wallet/multisig/status.ts';
import { defineMethod } from '../method.ts';
import { bool, def, listOf, str } from '../schema.ts';

export default defineMethod({
  name: 'sign_multisig',
  /** `x_keep` (Ostro only): stores the signed set in the commit that deletes its nonces. */
  params: { tx_data_hex: str, x_keep: def(bool, false) },
  result: { tx_data_hex: str, tx_hash_list: listOf(str) },
  errors: { '*': -35 },
  handle: async ({ tx_data_hex: hex, x_keep }, { wallet, session }) => {
    readyMultisig(wallet.state);
    const { set, txids } = await signMultisig(
      {
        ledger: wallet.ledger,
        random: session.world.random,
        indexOf: (key) => wallet.sync.indexOf(key),
        ...(x_keep && { keep: { now: wallet.now(), note: '' } }),
      },
      fromHex(hex),
    );
    if (x_keep) session.touchChanged();
    return { tx_data_hex: toHex(set), tx_hash_list: txids.map(toHex) };
  },
});
