/** check_tx_proof: whether a payment proof is valid, and the amount. */
import { checkPayment } from '../../wallet/without-wallet.ts';
import { parseAddressFor } from '../../protocol/address/address.ts';
import { definePublicMethod } from '../public-method.ts';
import { bool, count, str, u64 } from '../schema.ts';
import { noTransaction } from '../messages/proof-errors.ts';
import { readTxid } from '../wire/txid.ts';
import { maxLength } from '../site-rules.ts';

export default definePublicMethod({
  name: 'check_tx_proof',
  // No screen: the page uses x_check_proof, which needs no wallet.
  access: 'read',
  restricted: true,
  site: {
    tier: 'public',
    frame: true,
    params: {
      txid: maxLength(64),
      address: maxLength(128),
      message: maxLength(4096),
      signature: maxLength(60_000),
    },
  },
  console: { warning: 'asks_about_transactions', needs: ['txid', 'address', 'signature'] },
  params: { txid: str, address: str, message: str, signature: str },
  result: { good: bool, received: u64, in_pool: bool, confirmations: count },
  errors: noTransaction,
  handle: async ({ txid: id, address: text, message, signature }, { wallet, session }) => {
    const txid = readTxid(id);
    const address = parseAddressFor(wallet.state.account.network, text);
    const blocks = session.nodes.chosenNode();
    const seen = await checkPayment({ blocks }, { txid, address, message }, signature);
    if (!seen) return { good: false, received: 0n, in_pool: false, confirmations: 0 };
    const { received, inPool, confirmations } = seen;
    return { good: true, received, in_pool: inPool, confirmations };
  },
});
