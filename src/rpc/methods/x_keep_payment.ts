/**
 * x_keep_payment: stores a payment from another device and binds its inputs: a signed set of the signing device,
 * which it compares with the request, or a multisig set that others have signed. Returns its id in x_unsent_payments.
 */
import { fromHex } from '../../base/hex.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_keep_payment',
  access: 'change',
  console: { needs: ['tx_data_hex'] },
  params: { tx_data_hex: str },
  result: { id: str },
  handle: async ({ tx_data_hex: hex }, { wallet }) => {
    const bytes = fromHex(hex);
    return { id: await keep(wallet, bytes) };
  },
});

const keep = async (wallet: Wallet, set: Uint8Array): Promise<string> =>
  wallet.state.account.multisig
    ? (await wallet.signers()).keepSet(set)
    : (await wallet.cold()).keepSigned(set);
