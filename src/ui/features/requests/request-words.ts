/** The texts of a payment request: its name and state for the user, and what the payer reads. */
import { xmr } from '../../format/format.ts';
import { exactTime, ofTen } from '../../format/time.ts';
import type { ListedRequest } from './requests.svelte.ts';

/** The purpose, or what there is instead. */
export function requestName({ purpose }: Pick<ListedRequest, 'purpose'>): string {
  return purpose === '' ? 'Without a purpose' : purpose;
}

/** `Waiting for a payment`, `Paid in part`, `Paid, 3 of 10 blocks`, `Paid`, `Expired`, … Without amounts. */
export function requestState({ state, closed, confirmations, received }: ListedRequest): string {
  switch (state) {
    case 'part_paid':
      return closed === undefined ? 'Paid in part' : 'Closed, paid in part';
    case 'seen':
      return 'Paid, not in a block yet';
    case 'paid':
      return `Paid, ${ofTen(confirmations)}`;
    case 'confirmed':
      return 'Paid';
    case 'over_paid':
      return 'Paid, more than asked';
    case 'paid_late':
      return 'Paid after it expired';
    case 'expired':
      return received > 0n ? 'Expired, paid in part' : 'Expired';
    default:
      return closed === undefined ? 'Waiting for a payment' : 'Closed';
  }
}

/** The first line for the payer. */
export function payWords({ amount }: Pick<ListedRequest, 'amount'>): string {
  return amount > 0n ? `Please pay ${xmr(amount)}` : 'Please pay any amount';
}

/** The lines that the payer reads beside the code. */
export function payerLines(request: ListedRequest): readonly string[] {
  const { purpose, message, expires } = request;
  return [
    payWords(request),
    ...(purpose === '' ? [] : [`For: ${purpose}`]),
    ...(message === '' ? [] : [message]),
    ...(expires === undefined ? [] : [`Valid until ${exactTime(expires * 1000)}`]),
  ];
}

/** The whole request as a text, with its link. */
export function requestText(request: ListedRequest): string {
  return [...payerLines(request), '', request.uri].join('\n');
}
