/** sweep_single: sends one output, given by its key image, to one address. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, str } from '../schema.ts';
import { readKeyImage } from '../wire/key-image.ts';
import { once } from '../wire/once.ts';
import { withSweep } from '../wire/prepare.ts';
import { checkSending, sweepErrors, sendingParams, singleResult } from '../wire/sending.ts';
import { sendOne } from '../wire/sent.ts';
import { maxLength, oneOf } from '../site-rules.ts';

export default defineMethod({
  name: 'sweep_single',
  // No screen: the page uses x_prepare_sweep with one chosen coin.
  access: 'spend',
  keyed: true,
  site: {
    tier: 'spend',
    asks: true,
    params: {
      address: maxLength(128),
      key_image: maxLength(64),
      priority: oneOf(0, 1, 2, 3, 4),
      unlock_time: oneOf(0, 0n),
    },
  },
  console: {
    warning: 'sends_coin',
    needs: ['address', 'key_image'],
    secrets: ['tx_key'],
    password: 'get_tx_key',
  },
  params: { address: str, ...sendingParams, outputs: def(count, 1), get_tx_key: bool, key_image: str },
  result: singleResult,
  errors: {
    ...sweepErrors,
    unknown_key_image: [-1, 'No outputs found'],
    nothing_to_sweep: [-1, 'No outputs found'],
  },
  handle: (params, context) =>
    once(context, async (send) => {
      checkSending(context.wallet, params);
      // This check comes before that of the address, as upstream.
      if (params.outputs < 1) throw fault('no_outputs');
      return withSweep(
        context,
        params,
        async () => {
          const keyImage = readKeyImage(params.key_image);
          // The node is asked before the output is looked for, as upstream. The answer is kept for the sweep.
          await context.wallet.payments.feeEstimate();
          const only = context.wallet.coins.byKeyImage(keyImage);
          const { major, minor } = only.subaddress;
          return { account: major, minors: [minor], allMinors: false, below: 0n, only };
        },
        (prepared) => sendOne(context.wallet, prepared[0]!, { ...params, keys: params.get_tx_key }, send),
      );
    }),
});
