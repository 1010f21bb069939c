/** relay_tx: sends a transaction that a sending method returned with do_not_relay and get_tx_metadata. */
import { fromHex, toHex } from '../../base/hex.ts';
import { readMetadata } from '../../wallet/spend/metadata.ts';
import { withPaymentLock } from '../../wallet/spend/payment-lock.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'relay_tx',
  params: { hex: str },
  result: { tx_hash: str },
  errors: { '*': -4, node: [-4, 'Failed to commit tx.'] },
  handle: async ({ hex }, { wallet }) => {
    fromHex(hex); // invalid hex has its own error code
    return withPaymentLock(wallet.ledger, async () => {
      const pending = readMetadata(wallet.state, hex);
      await wallet.relay(pending);
      return { tx_hash: toHex(pending.txid) };
    });
  },
});
