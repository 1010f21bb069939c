/** Made-up payment requests of FakePort: one in each state. */
import type { Result } from '../../../src/rpc/contract.ts';
import type { Item } from './shapes.ts';
import { ADDRESSES, id, xmr } from './values.ts';

type Request = Item<Result<'x_requests'>['requests']>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A request for which nothing was paid. `index`: of its address in account 0; `created`: seconds. */
export function fakeRequest(
  index: number,
  amount: string,
  purpose: string,
  created: number,
  more: Partial<Request> = {},
): Request {
  const address = ADDRESSES[2];
  const query = [
    ...(amount === '0' ? [] : [`tx_amount=${amount}`]),
    ...(purpose === '' ? [] : [`tx_description=${encodeURIComponent(purpose)}`]),
  ].join('&');
  return {
    ...{ account: 0, index, address, uri: `monero:${address}${query === '' ? '' : `?${query}`}` },
    ...{ amount: xmr(amount), purpose, message: '', note: '', created, state: 'open' },
    ...{ received: 0n, missing: xmr(amount), over: 0n, late: 0n, confirmations: 0 },
    ...more,
  };
}

const paid = (amount: string, confirmations: number, more: Partial<Request> = {}): Partial<Request> => ({
  ...{ received: xmr(amount), missing: 0n, confirmations },
  payments: [{ txid: id(274), amount: xmr(amount), height: 0, confirmations, seen_at: 0 }],
  ...more,
});

/** `now` in milliseconds. */
export function fakeRequests(now: number): Request[] {
  const seconds = Math.floor(now / 1000);
  const ago = (time: number): number => seconds - time;
  return [
    fakeRequest(2, '0.85', 'Bike, second half', ago(9 * MINUTE), {
      message: 'Thank you for the quick answer.',
      expires: seconds + DAY,
    }),
    fakeRequest(3, '0', 'Tips', ago(HOUR)),
    fakeRequest(
      4,
      '1.2',
      'Order 1041',
      ago(2 * HOUR),
      paid('0.7', 0, { state: 'part_paid', missing: xmr('0.5') }),
    ),
    fakeRequest(5, '0.31', 'Order 1042', ago(3 * HOUR), paid('0.31', 0, { state: 'seen' })),
    fakeRequest(6, '2.4', 'Order 1043', ago(5 * HOUR), paid('2.4', 3, { state: 'paid' })),
    fakeRequest(7, '0.12', 'Order 1044', ago(DAY), paid('0.12', 40, { state: 'confirmed' })),
    fakeRequest(
      8,
      '0.2',
      'Order 1045',
      ago(2 * DAY),
      paid('0.25', 300, { state: 'over_paid', over: xmr('0.05') }),
    ),
    fakeRequest(9, '0.4', 'Order 1046', ago(3 * DAY), { state: 'expired', expires: ago(2 * DAY) }),
    fakeRequest(10, '0.5', 'Order 1047', ago(4 * DAY), {
      ...{ state: 'paid_late', expires: ago(3 * DAY), late: xmr('0.5') },
    }),
    fakeRequest(11, '0.6', '', ago(5 * DAY), { closed: ago(4 * DAY) }),
  ];
}
