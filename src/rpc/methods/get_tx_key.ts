/** get_tx_key: the secret key of a transaction made here, which proves its payments. */
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { keyText } from '../wire/sent.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'get_tx_key',
  access: 'spend',
  restricted: true,
  console: { warning: 'none', needs: ['txid'], secrets: ['tx_key'], password: true },
  params: { txid: str },
  result: { tx_key: str },
  handle: ({ txid }, { wallet }) => {
    const id = toHex(readTxid(txid));
    const { txKeys, outgoing } = wallet.state.tables;
    const keys = txKeys.get(id);
    // The signing device has the key. Like the reference, return an empty text and no error.
    if (!keys && outgoing.get(id)?.keysElsewhere) return { tx_key: '' };
    if (!keys && outgoing.get(id)?.provesMembership) throw fault('carrot_undefined', { reason: 'tx_key' });
    if (!keys) throw fault('no_tx_key', { txid });
    return { tx_key: keyText(keys) };
  },
});
