/** Made-up connected sites of FakePort. */
import type { Result } from '../../../src/rpc/contract.ts';
import type { Item } from './shapes.ts';
import { ADDRESSES, id, xmr } from './values.ts';

type Site = Item<Result<'x_sites'>['sites']>;
type Entry = NonNullable<Site['log']>[number];

const HOUR = 3600;
const DAY = 24 * HOUR;

/** `now` in milliseconds. */
export function fakeSites(now: number): Site[] {
  const seconds = Math.floor(now / 1000);
  const entry = (ago: number, method: string, outcome: string, amount = ''): Entry => ({
    at: seconds - ago,
    method,
    outcome,
    ...(amount !== '' && { amount: xmr(amount), txid: id(276) }),
  });
  const [, FIRST, SECOND] = ADDRESSES;
  return [
    {
      origin: 'https://coffee-shop.example',
      connected: true,
      since: seconds - 40 * DAY,
      last_used: seconds - HOUR,
      account: 1,
      address: FIRST,
      read: [1],
      spend: {
        account: 0,
        budget: {
          amount: xmr('0.5'),
          period: 'day',
          expires: seconds + 20 * DAY,
          from: seconds - 5 * HOUR,
          spent: xmr('0.12'),
          left: xmr('0.38'),
        },
      },
      log: [
        entry(40 * DAY, 'monero_requestPermissions', 'done'),
        entry(40 * DAY, 'get_balance', 'done'),
        entry(3 * DAY, 'get_transfers', 'refused'),
        entry(2 * DAY, 'sign', 'rejected'),
        entry(5 * HOUR, 'transfer', 'failed'),
        entry(HOUR, 'monero_payInvoice', 'done', '0.12'),
      ],
    },
    {
      origin: 'https://xn--bcher-kva.example',
      connected: false,
      since: seconds - 90 * DAY,
      last_used: seconds - 60 * DAY,
      account: 2,
      address: SECOND,
      read: [],
      log: [entry(60 * DAY, 'monero_revokePermissions', 'done')],
    },
  ];
}
