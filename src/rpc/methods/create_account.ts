/** create_account: adds an account. */
import { defineMethod } from '../method.ts';
import { str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'create_account',
  access: 'change',
  console: { example: { label: 'Savings' } },
  params: { label: str },
  result: { account_index: u32, address: str },
  handle: async ({ label }, { wallet }) => {
    const major = await wallet.accounts.add(label);
    return { account_index: major, address: wallet.addressText({ major, minor: 0 }) };
  },
});
