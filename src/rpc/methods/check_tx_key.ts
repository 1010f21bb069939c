/** check_tx_key: amount that an address received, according to a transaction's secret key. */
import { checkTxKey } from '../../wallet/without-wallet.ts';
import { parseAddressFor } from '../../protocol/address/address.ts';
import { definePublicMethod } from '../public-method.ts';
import { bool, count, str, u64 } from '../schema.ts';
import { noConnection } from '../messages/proof-errors.ts';
import { readTxKeys } from '../wire/tx-keys.ts';
import { readTxid } from '../wire/txid.ts';
import { maxLength } from '../site-rules.ts';

export default definePublicMethod({
  name: 'check_tx_key',
  // No screen: the page uses x_check_proof, which needs no wallet.
  access: 'read',
  restricted: true,
  site: {
    tier: 'public',
    frame: true,
    params: { txid: maxLength(64), tx_key: maxLength(2048), address: maxLength(128) },
  },
  console: { warning: 'asks_about_transactions', needs: ['txid', 'tx_key', 'address'], secrets: ['tx_key'] },
  params: { txid: str, tx_key: str, address: str },
  result: { received: u64, in_pool: bool, confirmations: count },
  errors: noConnection,
  handle: async ({ txid, tx_key, address: text }, { wallet, session }) => {
    const id = readTxid(txid);
    const keys = readTxKeys(tx_key);
    const address = parseAddressFor(wallet.state.account.network, text);
    const { received, inPool, confirmations } = await checkTxKey(
      { blocks: session.nodes.chosenNode() },
      id,
      keys,
      address,
    );
    return { received, in_pool: inPool, confirmations };
  },
});
