/**
 * x_sweep_keys_prepare: builds the payment that sends all spendable money of the given keys into an account of the
 * open wallet, to an address that is new and gets the label. Sends nothing. Faults no_keys_given, keys_not_read,
 * nothing_to_sweep, and the usual ones of sending methods.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { count, str, u32, u64 } from '../schema.ts';
import { sendingErrors } from '../wire/sending.ts';

export default defineMethod({
  name: 'x_sweep_keys_prepare',
  access: 'spend',
  console: { warning: 'none' },
  params: { account_index: u32, label: str, priority: u32 },
  result: { id: str, amount: u64, fee: u64, address: str, transactions: count },
  errors: sendingErrors,
  handle: async ({ account_index: account, label, priority }, { session }) => {
    const { paper } = session;
    if (!paper) throw fault('no_keys_given');
    if (priority > 4) throw fault('bad_priority', { priority });
    const { id, amount, fee, address, transactions } = await paper.prepare({
      account,
      label,
      priority: priority as 0 | 1 | 2 | 3 | 4,
    });
    return { id, amount, fee, address, transactions: transactions.length };
  },
});
