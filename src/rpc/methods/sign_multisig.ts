/** sign_multisig: examines and signs another signer's proposal. */
import { fromHex, toHex } from '../../base/hex.ts';
import { signMultisig } from '../../wallet/multisig/sign.ts';
import { readyMultisig } from '../../wallet/multisig/status.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';

export default defineMethod({
  name: 'sign_multisig',
  access: 'spend',
  inBackground: true,
  params: { tx_data_hex: str },
  result: { tx_data_hex: str, tx_hash_list: listOf(str) },
  errors: { '*': -35 },
  handle: async ({ tx_data_hex: hex }, { wallet, session }) => {
    readyMultisig(wallet.state);
    const { set, txids } = await signMultisig(
      {
        ledger: wallet.ledger,
        random: session.world.random,
        indexOf: (key) => wallet.sync.indexOf(key),
      },
      fromHex(hex),
    );
    return { tx_data_hex: toHex(set), tx_hash_list: txids.map(toHex) };
  },
});
