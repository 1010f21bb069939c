/** exchange_multisig_keys: the next round of the key exchange. The last round returns the address. */

import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { BAD_KEX_MESSAGE, BAD_KEX_ROUND } from '../messages/multisig.ts';
import { bool, def, listOf, str } from '../schema.ts';
import { checkOwnPassword } from '../wire/own-password.ts';

const CALLING = 'Error calling exchange_multisig_info:';

export default defineMethod({
  name: 'exchange_multisig_keys',
  access: 'change',
  inBackground: true,
  console: {
    warning: 'becomes_signer',
    needs: ['multisig_info'],
    secrets: ['password', 'multisig_info'],
    otherWallet: true,
  },
  params: { password: str, multisig_info: listOf(str), force_update_use_with_caution: def(bool, false) },
  result: { address: str, multisig_info: str },
  errors: {
    bad_kex_message: [-1, ({ reason }) => `${CALLING} ${BAD_KEX_MESSAGE[reason]}`],
    bad_kex_round: [-1, ({ reason }) => `${CALLING} ${BAD_KEX_ROUND[reason]}`],
  },
  handle: async ({ password, multisig_info, force_update_use_with_caution: force }, { wallet }) => {
    const { active, total } = wallet.multisig.status;
    if (!active) throw fault('not_multisig');
    wallet.multisig.requireEnabled();
    // The reference refuses too few messages with and without `force`.
    if (multisig_info.length + 1 < total)
      throw fault('too_few_signers', { have: multisig_info.length + 1, needed: total });
    await checkOwnPassword(wallet, password);
    const message = await (await wallet.signers()).exchange(multisig_info, force);
    return {
      address: wallet.multisig.status.ready ? wallet.addressText({ major: 0, minor: 0 }) : '',
      multisig_info: message,
    };
  },
});
