/** get_tx_key: the secret of a transaction made here, by which one can prove to have paid. */
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { keyText } from '../wire/sending.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'get_tx_key',
  restricted: true,
  params: { txid: str },
  result: { tx_key: str },
  handle: ({ txid }, { wallet }) => {
    const keys = wallet.state.tables.txKeys.get(toHex(readTxid(txid)));
    if (!keys) throw fault('no_tx_key', { txid });
    return { tx_key: keyText(keys) };
  },
});
