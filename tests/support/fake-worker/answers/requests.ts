/** Payment requests. */
import { formatXmr } from '../../../../src/base/amount.ts';
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { fakeRequest } from '../requests.ts';
import type { FakeWallet } from '../wallet.ts';
import { ACCOUNTS } from './accounts.ts';

export const REQUESTS = {
  x_requests: (_params, fake) => ({ requests: fake.requests.map((each) => ({ ...each })) }),
  x_make_request: ({ account_index = 0, amount = 0n, purpose = '', message = '', expires }, fake) => {
    const { address_index } = ACCOUNTS.create_address({ account_index, label: purpose }, fake);
    fake.account(account_index).addresses[address_index]!.requested = true;
    const created = Math.floor(fake.now / 1000);
    const request = fakeRequest(address_index, formatXmr(amount), purpose, created, {
      ...{ account: account_index, message },
      ...(expires !== undefined && { expires }),
    });
    fake.requests.unshift(request);
    return { request };
  },
  x_change_request: ({ account_index = 0, address_index = 0, closed, note }, fake) => {
    const request = requestOf(fake, account_index, address_index);
    if (note !== undefined) request.note = note;
    if (closed === true) request.closed = Math.floor(fake.now / 1000);
    if (closed === false) delete request.closed;
    fake.changed();
    return {};
  },
} satisfies Partial<Answers>;

const requestOf = (fake: FakeWallet, account: number, index: number) => {
  const request = fake.requests.find((each) => each.account === account && each.index === index);
  if (!request) throw new Refused(-1, 'no_payment_request', { account, index });
  return request;
};
