/**
 * finalize_multisig: from the time when accounts were made in one round. The reference still answers it, always with an
 * error that has no message.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';

export default defineMethod({
  name: 'finalize_multisig',
  params: { password: str, multisig_info: listOf(str) },
  result: { address: str },
  // Reading `wallet` throws no_wallet when none is open.
  handle: (_params, { wallet: _wallet }) => {
    throw fault('finalize_removed');
  },
});
