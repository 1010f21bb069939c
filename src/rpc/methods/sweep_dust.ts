/**
 * sweep_dust: for outputs from before RingCT of which the chain has too few with the same amount for a ring. Without
 * such outputs the answer is empty (in a multisig wallet an empty set), as in the reference. With one it fails, since
 * this wallet cannot spend it.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, def } from '../schema.ts';
import { once } from '../wire/once.ts';
import { sweepErrors, splitResult } from '../wire/sending.ts';
import { sendAll, toSplit } from '../wire/sent.ts';

export default defineMethod({
  name: 'sweep_dust',
  // No screen: old outputs without a ring, which this wallet cannot spend.
  aliases: ['sweep_unmixable'],
  access: 'spend',
  keyed: true,
  console: { warning: 'sends_old_coins', secrets: ['tx_key_list'], password: 'get_tx_keys' },
  params: {
    get_tx_keys: bool,
    do_not_relay: def(bool, false),
    get_tx_hex: def(bool, false),
    get_tx_metadata: def(bool, false),
  },
  result: splitResult,
  errors: sweepErrors,
  handle: (params, context) =>
    once(context, async (send) => {
      const { wallet } = context;
      wallet.multisig.requireEnabled();
      // The node is asked before any output is looked at, as upstream.
      await wallet.payments.feeEstimate();
      if (wallet.state.outputs.some(({ rct, spent, frozen }) => !rct && !spent && !frozen))
        throw fault('output_not_spendable', { reason: 'unknown' });
      if (!wallet.state.account.multisig) return toSplit([]);
      return sendAll(wallet, [], { ...params, keys: params.get_tx_keys }, send);
    }),
});
