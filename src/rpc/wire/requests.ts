/** Payment requests in wire form, for the pages of this app. */
import type { RequestPayment, RequestRecord } from '../../wallet/types.ts';
import { makeRequestLink } from '../../protocol/invoice/link.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Infer } from '../../base/shape.ts';
import { count, listOf, obj, oneOf, opt, str, u32, u64 } from '../schema.ts';

/**
 * `account`, `index`: of its own address; together they name the request. `amount`: 0 when the payer chooses. `uri`: the
 * link for the payer, with amount and purpose. `state`: open, seen, part_paid, paid, confirmed, over_paid, expired or
 * paid_late (protocol/invoice/status.ts, wallet/requests/status.ts). `closed`: when the user closed it. Amounts in
 * piconero, times in seconds since the epoch. `confirmations`: those of the whole amount.
 */
export const requestShape = obj({
  account: u32,
  index: u32,
  address: str,
  uri: str,
  amount: u64,
  purpose: str,
  message: str,
  note: str,
  created: count,
  expires: opt(count),
  closed: opt(count),
  state: oneOf('open', 'seen', 'part_paid', 'paid', 'confirmed', 'over_paid', 'expired', 'paid_late'),
  received: u64,
  missing: u64,
  over: u64,
  late: u64,
  confirmations: count,
  /** In the order in which they were seen. */
  payments: listOf(obj({ txid: str, amount: u64, height: count, confirmations: count, seen_at: count })),
});
type WireRequest = Infer<{ request: typeof requestShape }>['request'];

export function toRequest(
  wallet: Wallet,
  record: RequestRecord,
  payments: readonly RequestPayment[] = [],
): WireRequest {
  const { subaddress, amount, purpose, message, note, created, expires, closed } = record;
  const address = wallet.addressText(subaddress);
  return {
    account: subaddress.major,
    index: subaddress.minor,
    address,
    uri: makeRequestLink(wallet.state.account.network, { address, amount, note: purpose }),
    amount,
    purpose,
    message,
    note,
    created,
    ...(expires !== undefined && { expires }),
    ...(closed !== undefined && { closed }),
    ...wallet.requests.statusOf(record, payments),
    payments,
  };
}
