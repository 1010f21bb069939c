/** get_reserve_proof: proves that this wallet owns all its unspent money, or at least an amount in one account. */
import { defineMethod } from '../method.ts';
import { bool, str, u32, u64 } from '../schema.ts';

export default defineMethod({
  name: 'get_reserve_proof',
  access: 'spend',
  restricted: true,
  console: {
    warning: 'none',
    example: { all: false, account_index: 0, amount: 1_000_000_000_000n, message: 'For the landlord' },
  },
  params: { all: bool, account_index: u32, amount: u64, message: str },
  result: { signature: str },
  errors: { account_index: [-1, 'Account index is out of bound'] },
  handle: async ({ all, account_index: account, amount, message }, { wallet }) => {
    if (!all) wallet.accounts.labelsOf(account);
    const requested = all ? undefined : { account, amount };
    return { signature: await (await wallet.proofs()).reserve(message, requested) };
  },
});
