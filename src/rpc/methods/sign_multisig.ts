/** sign_multisig: examines and signs another signer's proposal. */
import { fromHex, toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';

export default defineMethod({
  name: 'sign_multisig',
  // No screen: the page uses x_sign_multisig, which keeps the signature.
  access: 'spend',
  inBackground: true,
  console: { warning: 'none', needs: ['tx_data_hex'] },
  params: { tx_data_hex: str },
  result: { tx_data_hex: str, tx_hash_list: listOf(str) },
  errors: { '*': -35 },
  handle: async ({ tx_data_hex: hex }, { wallet }) => {
    wallet.multisig.requireReady();
    const { set, txids } = await (await wallet.signers()).sign(fromHex(hex));
    return { tx_data_hex: toHex(set), tx_hash_list: txids.map(toHex) };
  },
});
