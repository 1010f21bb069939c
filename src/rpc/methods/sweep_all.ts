/**
 * sweep_all: sends all spendable money of an account's addresses to one address; without given addresses, that of one
 * random address.
 */
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, str, u32, u64 } from '../schema.ts';
import { once } from '../wire/once.ts';
import { withSweep } from '../wire/prepare.ts';
import { sweepErrors, sendingParams, splitResult } from '../wire/sending.ts';
import { sendAll } from '../wire/sent.ts';
import { anyValue, maxLength, oneOf } from '../site-rules.ts';

export default defineMethod({
  name: 'sweep_all',
  // No screen: the page uses x_prepare_sweep and x_send_prepared, with a review between them.
  access: 'spend',
  keyed: true,
  site: {
    tier: 'spend',
    asks: true,
    params: {
      address: maxLength(128),
      account_index: anyValue,
      priority: oneOf(0, 1, 2, 3, 4),
      unlock_time: oneOf(0, 0n),
    },
  },
  console: {
    warning: 'sends_account',
    needs: ['address'],
    secrets: ['tx_key_list'],
    password: 'get_tx_keys',
    example: { address: '<address>', account_index: 0, do_not_relay: true },
  },
  params: {
    address: str,
    account_index: u32,
    subaddr_indices: listOf(u32),
    subaddr_indices_all: def(bool, false),
    ...sendingParams,
    outputs: def(count, 1),
    get_tx_keys: bool,
    below_amount: u64,
  },
  result: splitResult,
  errors: sweepErrors,
  handle: (params, context) =>
    once(context, (send) =>
      withSweep(
        context,
        params,
        () => ({
          account: params.account_index,
          minors: params.subaddr_indices_all ? [] : params.subaddr_indices,
          allMinors: params.subaddr_indices_all,
          below: params.below_amount,
        }),
        (prepared) => sendAll(context.wallet, prepared, { ...params, keys: params.get_tx_keys }, send),
      ),
    ),
});
