/**
 * make_multisig: the first round of the key exchange. Afterwards this wallet is a signer of a multisig wallet, which
 * has no address before the last round. `password`: the wallet's, or empty.
 */
import { makeMultisig } from '../../wallet/multisig/make-multisig.ts';
import { defineMethod } from '../method.ts';
import { listOf, str, u32 } from '../schema.ts';
import { checkOwnPassword } from '../wire/own-password.ts';

export default defineMethod({
  name: 'make_multisig',
  access: 'change',
  params: { multisig_info: listOf(str), threshold: u32, password: str },
  result: { address: str, multisig_info: str },
  errors: { watch_only: [-29, 'wallet is watch-only and cannot be made multisig'] },
  handle: async ({ multisig_info, threshold, password }, { wallet, session }) => {
    await checkOwnPassword(wallet, password);
    const deps = { state: wallet.state, session };
    // A wallet without a name exists in memory only, so no stored keys can be lost.
    const message = await makeMultisig(deps, multisig_info, threshold, { evenIfUsed: wallet.name === '' });
    return { address: wallet.addressText({ major: 0, minor: 0 }), multisig_info: message };
  },
});
