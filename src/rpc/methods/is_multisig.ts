/** is_multisig: whether this is a multisig wallet, and the state of its key exchange. */
import { defineMethod } from '../method.ts';
import { bool, count } from '../schema.ts';

export default defineMethod({
  name: 'is_multisig',
  // No screen: the page uses x_multisig.
  access: 'read',
  restricted: true,
  compat: { release: { without: 'kex_is_done' } },
  result: { multisig: bool, kex_is_done: bool, ready: bool, threshold: count, total: count },
  handle: (_params, { wallet }) => {
    const { active, mainDone, ready, threshold, total } = wallet.multisig.status;
    return { multisig: active, kex_is_done: mainDone, ready, threshold, total };
  },
});
