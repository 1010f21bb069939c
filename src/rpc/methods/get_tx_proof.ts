/** get_tx_proof: proves that a transaction paid an address; as receiver if the address is ours, as sender otherwise. */
import { parseAddressFor, type Address } from '../../protocol/address/address.ts';
import { provePayment } from '../../wallet/proofs/payment.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { noTransaction } from '../wire/proof-errors.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'get_tx_proof',
  access: 'spend',
  restricted: true,
  params: { txid: str, address: str, message: str },
  result: { signature: str },
  errors: noTransaction,
  handle: async ({ txid: id, address: text, message }, { wallet, session }) => {
    const txid = readTxid(id);
    const { state } = wallet;
    const address = parseAddressFor(state.account.network, text);
    const { random } = session.world;
    const blocks = session.nodes.chosenNode();
    const deps = { blocks, random, state, indexOf: (each: Address) => wallet.indexOf(each) };
    return { signature: await provePayment(deps, { txid, address, message }) };
  },
});
