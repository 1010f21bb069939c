/** Payment requests: made with a new address each, changed, listed. */
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { MAX_TEXT, MAX_TIME, textProblem } from '../../protocol/invoice/invoice.ts';
import { accountLabels } from '../account/accounts.ts';
import { putLabels } from '../account/lookahead.ts';
import { DEFAULT_LOOKAHEAD } from '../account/new-wallet.ts';
import { shownOutputs } from '../state/shown-state.ts';
import { change, put, type Ledger, type WalletState } from '../state/state.ts';
import type { RequestRecord } from '../state/records/requests.ts';
import { fault, type RequestField } from './faults.ts';

/** Characters of the user's own note. */
const MAX_NOTE = 500;

export interface NewRequest extends Pick<RequestRecord, 'amount' | 'purpose' | 'message'> {
  /** Index of the account that is paid. */
  readonly account: number;
  /** Seconds since 1970, after `now`. Absent: it never expires. */
  readonly expires?: number;
}

/**
 * Makes a request and its address, whose label is the purpose, in one commit. `now`: seconds. Faults:
 * bad_payment_request, account_index, too_many_new_addresses.
 */
export async function makeRequest(ledger: Ledger, wanted: NewRequest, now: number): Promise<SubaddressIndex> {
  const { account: major, amount, purpose, message, expires } = wanted;
  requireText('purpose', purpose, MAX_TEXT.note);
  requireText('message', message, MAX_TEXT.message);
  if (expires !== undefined && (expires <= now || expires > MAX_TIME))
    throw fault('bad_payment_request', { field: 'expires', reason: 'range' });
  let minor = 0;
  await ledger.commit((state) => {
    minor = accountLabels(state, major).length;
    requireRestorable(state, { major, minor });
    const subaddress = { major, minor };
    return change([
      putLabels(subaddress, [purpose]),
      put('requests', requestKey(subaddress), {
        subaddress,
        amount,
        purpose,
        message,
        note: '',
        created: now,
        firstSeen: [],
        ...(expires !== undefined && { expires }),
      }),
    ]);
  });
  return { major, minor };
}

/** The fields that the user may change; absent ones stay. */
export interface RequestChange {
  readonly closed?: boolean;
  readonly note?: string;
}

/** Changes a request. `now`: seconds. Faults: no_payment_request, bad_payment_request. */
export async function changeRequest(
  ledger: Ledger,
  subaddress: SubaddressIndex,
  { closed, note }: RequestChange,
  now: number,
): Promise<void> {
  if (note !== undefined && note.length > MAX_NOTE)
    throw fault('bad_payment_request', { field: 'note', reason: 'too_long' });
  await ledger.commit(({ tables }) => {
    const key = requestKey(subaddress);
    const before = tables.requests.get(key);
    if (!before) throw fault('no_payment_request', { account: subaddress.major, index: subaddress.minor });
    const { closed: since, ...rest } = before;
    const isClosed = closed ?? since !== undefined;
    return change([
      put('requests', key, {
        ...rest,
        ...(note !== undefined && { note }),
        ...(isClosed && { closed: since ?? now }),
      }),
    ]);
  });
}

/** All requests, the newest first. */
export function requestsOf({ tables }: WalletState): RequestRecord[] {
  return [...tables.requests.values()].sort(
    (a, b) => b.created - a.created || b.subaddress.minor - a.subaddress.minor,
  );
}

/** Key of the table `requests`. */
export function requestKey({ major, minor }: SubaddressIndex): string {
  return `${major}:${minor}`;
}

const requireText = (field: RequestField, text: string, max: number): void => {
  const reason = textProblem(text, max);
  if (reason) throw fault('bad_payment_request', { field, reason });
};

/** A restore from words finds money within the look-ahead only. Fault too_many_new_addresses beyond it. */
const requireRestorable = (state: WalletState, { major, minor }: SubaddressIndex): void => {
  const used = shownOutputs(state).outputs.reduce(
    (last, { subaddress }) => (subaddress.major === major ? Math.max(last, subaddress.minor) : last),
    0,
  );
  if (minor >= used + DEFAULT_LOOKAHEAD.minor) throw fault('too_many_new_addresses', { account: major });
};
