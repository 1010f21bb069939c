/** get_transfer_by_txid: everything about one transaction in one account. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { def, listOf, str, u32 } from '../schema.ts';
import { transferEntry } from '../wire/shapes.ts';
import { readTxid } from '../wire/txid.ts';
import { toEntry } from '../wire/transfer-entry.ts';
import { anyValue, maxLength } from '../site-rules.ts';

export default defineMethod({
  name: 'get_transfer_by_txid',
  // No screen: the page uses x_history.
  access: 'read',
  site: { tier: 'read', params: { txid: maxLength(64), account_index: anyValue } },
  compat: { release: { without: 'change_amount' }, master: { restricted: true } },
  console: { needs: ['txid'] },
  params: { txid: str, account_index: def(u32, 0) },
  result: { transfer: transferEntry, transfers: listOf(transferEntry) },
  errors: {
    bad_txid: [
      -8,
      ({ txid }) =>
        /^([0-9a-f]{2})*$/i.test(txid)
          ? `Transaction ID has invalid size: ${txid}`
          : 'Transaction ID has invalid format',
    ],
    account_index: [-14, 'Account index is out of bound'],
  },
  handle: async ({ txid, account_index }, { wallet, session, restricted }) => {
    const id = readTxid(txid);
    wallet.accounts.labelsOf(account_index);
    if (!session.refreshing && !restricted) await wallet.sync.readPool();
    const transfers = wallet.history.entriesOf(id, account_index).map((entry) => toEntry(wallet, entry));
    const [transfer] = transfers;
    if (!transfer) throw fault('unknown_tx', { txid });
    return { transfer, transfers };
  },
});
