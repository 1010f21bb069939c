/**
 * make_multisig: the first round of the key exchange. Afterwards this wallet is a signer of a multisig wallet, which
 * has no address before the last round. `password`: the wallet's, or empty.
 */
import { defineMethod } from '../method.ts';
import { listOf, str, u32 } from '../schema.ts';
import { checkOwnPassword } from '../wire/own-password.ts';

export default defineMethod({
  name: 'make_multisig',
  access: 'change',
  console: {
    warning: 'becomes_signer',
    needs: ['multisig_info', 'threshold'],
    secrets: ['multisig_info', 'password'],
    otherWallet: true,
  },
  params: { multisig_info: listOf(str), threshold: u32, password: str },
  result: { address: str, multisig_info: str },
  errors: { watch_only: [-29, 'wallet is watch-only and cannot be made multisig'] },
  handle: async ({ multisig_info, threshold, password }, { wallet }) => {
    await checkOwnPassword(wallet, password);
    const message = await (await wallet.signers()).make(multisig_info, threshold);
    return { address: wallet.addressText({ major: 0, minor: 0 }), multisig_info: message };
  },
});
