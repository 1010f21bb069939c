/**
 * get_multisig_key_exchange_booster: this signer's message of the round after the one in progress, from the messages
 * that are there. A signer with all messages of this round can then go on without waiting. Known to the reference from
 * its next release on.
 */
import { defineMethod } from '../method.ts';
import { BAD_KEX_MESSAGE, BAD_KEX_ROUND } from '../messages/multisig.ts';
import { listOf, str, u32 } from '../schema.ts';
import { checkOwnPassword } from '../wire/own-password.ts';

const CALLING = 'Error calling exchange_multisig_info_booster:';

export default defineMethod({
  name: 'get_multisig_key_exchange_booster',
  // No screen: lets a program set up 2 of 3 in fewer steps; the page collects all messages of a round.
  access: 'read',
  compat: { release: { absent: true } },
  console: { needs: ['multisig_info', 'threshold'], secrets: ['password', 'multisig_info'] },
  params: { password: str, multisig_info: listOf(str), threshold: u32, num_signers: u32 },
  result: { multisig_info: str },
  errors: {
    bad_kex_message: [-1, ({ reason }) => `${CALLING} ${BAD_KEX_MESSAGE[reason]}`],
    bad_kex_round: [-1, ({ reason }) => `${CALLING} ${BAD_KEX_ROUND[reason]}`],
  },
  handle: async ({ password, multisig_info, threshold, num_signers: signers }, { wallet }) => {
    await checkOwnPassword(wallet, password);
    return { multisig_info: (await wallet.signers()).booster(multisig_info, { threshold, signers }) };
  },
});
