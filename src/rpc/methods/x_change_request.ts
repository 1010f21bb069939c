/**
 * x_change_request: closes or opens a payment request, or sets the user's note on it; what is absent stays. Money that is
 * paid to a closed request arrives all the same. Faults no_payment_request, bad_payment_request.
 */
import { defineMethod } from '../method.ts';
import { bool, opt, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'x_change_request',
  access: 'change',
  params: { account_index: u32, address_index: u32, closed: opt(bool), note: opt(str) },
  handle: async ({ account_index: major, address_index: minor, closed, note }, { wallet }) => {
    await wallet.requests.change(
      { major, minor },
      { ...(closed !== undefined && { closed }), ...(note !== undefined && { note }) },
    );
  },
});
