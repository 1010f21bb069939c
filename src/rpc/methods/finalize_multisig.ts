/**
 * finalize_multisig: obsolete; accounts were once made in a single round. The reference still has it, and always
 * answers with an error without message.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';

export default defineMethod({
  name: 'finalize_multisig',
  // No screen: obsolete; the reference refuses it too.
  access: 'change',
  inBackground: true,
  console: { needs: ['multisig_info'], secrets: ['password', 'multisig_info'] },
  params: { password: str, multisig_info: listOf(str) },
  result: { address: str },
  // Reading `wallet` throws no_wallet when none is open.
  handle: (_params, { wallet: _wallet }) => {
    throw fault('finalize_removed');
  },
});
