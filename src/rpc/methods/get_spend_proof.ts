/** get_spend_proof: proves that this wallet made a transaction. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { noSpending } from '../messages/proof-errors.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'get_spend_proof',
  access: 'read',
  restricted: true,
  console: { warning: 'asks_about_transactions', needs: ['txid'] },
  params: { txid: str, message: str },
  result: { signature: str },
  errors: noSpending,
  handle: async ({ txid, message }, { wallet }) => {
    return { signature: await (await wallet.proofs()).spending(readTxid(txid), message) };
  },
});
