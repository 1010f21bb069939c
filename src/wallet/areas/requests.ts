/** Payment requests. */
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import {
  changeRequest,
  makeRequest,
  requestKey,
  requestsOf,
  type NewRequest,
  type RequestChange,
} from '../requests/records.ts';
import { paymentsOfRequests, requestStatus } from '../requests/status.ts';
import type { RequestRecord } from '../state/records/requests.ts';
import type { Core } from './core.ts';

export function createRequests({ ledger, state, now }: Pick<Core, 'ledger' | 'state' | 'now'>) {
  return {
    /** All requests with the payments to their addresses. */
    all: () => {
      const payments = paymentsOfRequests(state, now());
      return requestsOf(state).map((request) => ({
        request,
        payments: payments.get(requestKey(request.subaddress)) ?? [],
      }));
    },
    /** The request whose own address this is. */
    of: (subaddress: SubaddressIndex) => state.tables.requests.get(requestKey(subaddress)),
    /** Makes an address for it. */
    make: async (wanted: NewRequest): Promise<RequestRecord> => {
      const made = await makeRequest(ledger, wanted, now());
      return state.tables.requests.get(requestKey(made))!;
    },
    change: (subaddress: SubaddressIndex, change: RequestChange) =>
      changeRequest(ledger, subaddress, change, now()),
    statusOf: (
      request: Pick<RequestRecord, 'amount' | 'expires'>,
      payments: Parameters<typeof requestStatus>[1],
    ) => requestStatus(request, payments, now()),
  };
}
