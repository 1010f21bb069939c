/** prepare_multisig: this signer's first message of the key exchange. */
import { defineMethod } from '../method.ts';
import { bool, def, str } from '../schema.ts';

export default defineMethod({
  name: 'prepare_multisig',
  // No screen: the page uses x_begin_multisig, which keeps the messages.
  access: 'change',
  console: { secrets: ['multisig_info'], password: true },
  params: { enable_multisig_experimental: def(bool, false) },
  result: { multisig_info: str },
  errors: { watch_only: [-29, 'wallet is watch-only and cannot be made multisig'] },
  handle: async ({ enable_multisig_experimental: enable }, { wallet }) => {
    const message = (await wallet.signers()).prepare();
    if (enable) await (await wallet.signers()).enable();
    return { multisig_info: message };
  },
});
