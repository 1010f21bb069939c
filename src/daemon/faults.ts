/** Faults of this module. What a caller may meet is declared with the ports; what an answer's reader says is turned into that. */
import { faultsOf, type NoData } from '../base/fault.ts';
import type { DaemonFaults, NameFaults, RelayFaults } from '../ports/faults.ts';

export const fault = faultsOf<DaemonFaults & RelayFaults & NameFaults>();

/**
 * What a pure reader of an answer finds wrong. Readers do not know which node they judge: `ask.ts` adds its address and
 * makes `node_bad_answer`, `node_busy` and `node_error` of these.
 */
export interface AnswerFaults {
  /** It breaks the protocol or its bounds. */
  bad_answer: { readonly what: string };
  /** Status BUSY: it cannot serve now. */
  says_busy: NoData;
  /** A status other than OK, or an error in the JSON-RPC envelope. */
  says_error: { readonly message: string; readonly code?: number };
}
export const answerFault = faultsOf<AnswerFaults>();

export function badAnswer(what: string) {
  return answerFault('bad_answer', { what });
}
