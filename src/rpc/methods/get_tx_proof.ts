/** get_tx_proof: proves that a transaction paid an address; as receiver if the address is ours, as sender otherwise. */
import { parseAddressFor } from '../../protocol/address/address.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { noTransaction } from '../messages/proof-errors.ts';
import { readTxid } from '../wire/txid.ts';
import { maxLength } from '../site-rules.ts';

export default defineMethod({
  name: 'get_tx_proof',
  access: 'spend',
  restricted: true,
  site: { tier: 'spend', params: { txid: maxLength(64), address: maxLength(128), message: maxLength(1024) } },
  console: { warning: 'asks_about_transactions', needs: ['txid', 'address'] },
  params: { txid: str, address: str, message: str },
  result: { signature: str },
  errors: noTransaction,
  handle: async ({ txid: id, address: text, message }, { wallet }) => {
    const txid = readTxid(id);
    const address = parseAddressFor(wallet.state.account.network, text);
    return { signature: await (await wallet.proofs()).payment({ txid, address, message }) };
  },
});
