/** finalize_multisig: of accounts that were made in one round, long ago; the reference kept a stub without words. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';

export default defineMethod({
  name: 'finalize_multisig',
  params: { password: str, multisig_info: listOf(str) },
  result: { address: str },
  // Naming the wallet is asking for it: where none is open, that is the answer.
  handle: (_params, { wallet: _wallet }) => {
    throw fault('finalize_removed');
  },
});
