/** Faults of this module. Callers get those of ports/faults.ts; faults of readers are converted to them. */
import { faultsOf, type NoData } from '../base/fault.ts';
import type { DaemonFaults, NameFaults, RelayFaults } from '../ports/faults.ts';

export const fault = faultsOf<DaemonFaults & RelayFaults & NameFaults>();

/**
 * What a reader finds wrong in an answer. Readers do not know the node's address; `ask.ts` adds it and throws
 * `node_bad_answer`, `node_busy` or `node_error`.
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
