/** get_tx_key: the secret of a transaction made here, by which one can prove to have paid. */
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { keyText } from '../wire/sent.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'get_tx_key',
  restricted: true,
  params: { txid: str },
  result: { tx_key: str },
  handle: ({ txid }, { wallet }) => {
    const id = toHex(readTxid(txid));
    const { txKeys, outgoing } = wallet.state.tables;
    const keys = txKeys.get(id);
    // The signer did not hand it over: as the reference, no error and no key.
    if (!keys && outgoing.get(id)?.keysElsewhere) return { tx_key: '' };
    if (!keys) throw fault('no_tx_key', { txid });
    return { tx_key: keyText(keys) };
  },
});
