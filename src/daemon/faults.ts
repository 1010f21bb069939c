/**
 * Faults of this module. Those that callers get are declared in ports/faults.ts; readers' faults are turned into
 * them.
 */
import { faultsOf, type NoData } from '../base/fault.ts';
import type { DaemonFaults, NameFaults, RelayFaults } from '../ports/faults.ts';

export const fault = faultsOf<DaemonFaults & RelayFaults & NameFaults>();

/**
 * What a pure reader finds wrong in an answer. Readers do not know the node; `ask.ts` adds its address and makes
 * `node_bad_answer`, `node_busy` and `node_error` of these.
 */
export interface AnswerFaults {
  /** The answer breaks the protocol or exceeds its bounds. */
  bad_answer: { readonly what: string };
  /** Status BUSY: the node cannot answer now. */
  says_busy: NoData;
  /** A status other than OK, or an error in the JSON-RPC envelope. */
  says_error: { readonly message: string; readonly code?: number };
}
export const answerFault = faultsOf<AnswerFaults>();

export function badAnswer(what: string) {
  return answerFault('bad_answer', { what });
}
