/** check_spend_proof: whether the maker of a transaction made this proof. */
import { checkSpending } from '../../wallet/without-wallet.ts';
import { definePublicMethod } from '../public-method.ts';
import { bool, str } from '../schema.ts';
import { noSpending } from '../messages/proof-errors.ts';
import { readTxid } from '../wire/txid.ts';
import { maxLength } from '../site-rules.ts';

export default definePublicMethod({
  name: 'check_spend_proof',
  // No screen: the page uses x_check_proof, which needs no wallet.
  access: 'read',
  restricted: true,
  site: {
    tier: 'public',
    frame: true,
    params: { txid: maxLength(64), message: maxLength(4096), signature: maxLength(60_000) },
  },
  console: { warning: 'asks_about_transactions', needs: ['txid', 'signature'] },
  params: { txid: str, message: str, signature: str },
  result: { good: bool },
  errors: noSpending,
  handle: async ({ txid, message, signature }, { wallet: _open, session }) => {
    const chain = session.nodes.chosenNode();
    const deps = { blocks: chain, outputs: chain };
    return { good: await checkSpending(deps, readTxid(txid), message, signature) };
  },
});
