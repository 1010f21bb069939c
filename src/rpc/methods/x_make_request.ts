/**
 * x_make_request: makes a payment request with a new address of the account, whose label is the purpose. `amount`: in
 * piconero; 0: the payer chooses. `expires`: seconds since the epoch; absent: never. Faults bad_payment_request,
 * account_index, too_many_new_addresses.
 */
import { defineMethod } from '../method.ts';
import { count, opt, str, u32, u64 } from '../schema.ts';
import { requestShape, toRequest } from '../wire/requests.ts';

export default defineMethod({
  name: 'x_make_request',
  access: 'change',
  console: { needs: ['purpose'] },
  params: { account_index: u32, amount: u64, purpose: str, message: str, expires: opt(count) },
  result: { request: requestShape },
  handle: async ({ account_index, amount, purpose, message, expires }, { wallet }) => {
    const wanted = { amount, purpose, message, ...(expires !== undefined && { expires }) };
    const made = await wallet.requests.make({ account: account_index, ...wanted });
    return { request: toRequest(wallet, made) };
  },
});
