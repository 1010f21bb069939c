/** Faults of this module. Its callers get the faults of ports/faults.ts instead: `ask.ts` converts them. */
import { faultsOf, type NoData } from '../base/fault.ts';
import type { DaemonFaults, NameFaults, RelayFaults } from '../ports/faults.ts';

export const fault = faultsOf<DaemonFaults & RelayFaults & NameFaults>();

/** Readers do not know the node's address; `ask.ts` adds it and throws the fault of the port. */
export interface AnswerFaults {
  /** The answer breaks the protocol or exceeds its bounds. */
  bad_answer: Omit<DaemonFaults['node_bad_answer'], 'address'>;
  /** Status BUSY: the node cannot answer now. */
  says_busy: NoData;
  /** The node refuses on this port what it does for its operator. */
  says_restricted: { readonly message: string };
  /** The node wants to be paid for the answer. */
  wants_payment: NoData;
  /** The node does not know the method. */
  lacks_method: NoData;
  /** A status other than OK, or an error in the JSON-RPC envelope. */
  says_error: { readonly message: string; readonly code?: number };
}
export const answerFault = faultsOf<AnswerFaults>();

export function badAnswer(what: string, kind?: DaemonFaults['node_bad_answer']['kind']) {
  return answerFault('bad_answer', { what, ...(kind && { kind }) });
}
