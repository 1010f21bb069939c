/**
 * scan_tx: scans single transactions for money that the wallet missed, and asks the node whether it is spent. The node
 * learns which transactions and key images belong to the wallet.
 */
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'scan_tx',
  // No screen: the node would learn which transactions and coins are the wallet’s.
  access: 'change',
  console: { warning: 'asks_about_coins', needs: ['txids'] },
  params: { txids: listOf(str) },
  errors: { unknown_tx: [-1, 'Failed to get transaction from daemon'] },
  handle: ({ txids }, { wallet }) => wallet.coins.scanTransactions([...new Set(txids)].map(readTxid)),
});
