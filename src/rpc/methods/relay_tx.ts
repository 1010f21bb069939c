/** relay_tx: sends a transaction that a sending method returned with do_not_relay and get_tx_metadata. */
import { fromHex, toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { once } from '../wire/once.ts';

export default defineMethod({
  name: 'relay_tx',
  // No screen: the page uses x_send_prepared: a built payment never reaches the page.
  access: 'spend',
  inBackground: true,
  keyed: true,
  console: { warning: 'sends_built', needs: ['hex'] },
  params: { hex: str },
  result: { tx_hash: str },
  errors: { '*': -4, node: [-4, 'Failed to commit tx.'] },
  handle: ({ hex }, context) =>
    once(context, async (send) => {
      fromHex(hex); // invalid hex has its own error code
      return context.wallet.payments.built(hex, (tx) => send([tx], { tx_hash: toHex(tx.txid) }));
    }),
});
