/**
 * x_sign_multisig: as sign_multisig, and stores the signed set in the commit that deletes its nonces: in no crash are
 * both lost.
 */
import { fromHex, toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_sign_multisig',
  access: 'spend',
  console: { warning: 'none', needs: ['tx_data_hex'] },
  params: { tx_data_hex: str },
  result: { tx_data_hex: str },
  errors: { '*': -35 },
  handle: async ({ tx_data_hex: hex }, { wallet }) => {
    wallet.multisig.requireReady();
    const { set } = await (await wallet.signers()).sign(fromHex(hex), { keep: true });
    return { tx_data_hex: toHex(set) };
  },
});
