/** get_spend_proof: proves that this wallet made a transaction. */
import { proveSpending } from '../../wallet/proofs/spending.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { noSpending } from '../wire/proof-errors.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'get_spend_proof',
  access: 'read',
  restricted: true,
  params: { txid: str, message: str },
  result: { signature: str },
  errors: noSpending,
  handle: async ({ txid, message }, { wallet, session }) => {
    const id = readTxid(txid);
    const { random } = session.world;
    const chain = session.nodes.chosenNode();
    const deps = { blocks: chain, outputs: chain, random, state: wallet.state };
    return { signature: await proveSpending(deps, id, message) };
  },
});
