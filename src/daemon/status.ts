/**
 * The `status` field of answers. Upstream: `CORE_RPC_STATUS_OK` and others, src/rpc/core_rpc_server_commands_defs.h.
 */
import { answerFault, badAnswer } from './faults.ts';

/** Most characters of a status or error message that are read. */
export const MAX_MESSAGE = 1000;

/** Throws `says_busy`, `wants_payment`, `says_restricted`, `says_error` or `bad_answer` unless the status is OK. */
export function requireOk(status: string): void {
  if (status === 'OK') return;
  if (status === 'BUSY') throw answerFault('says_busy');
  if (status === 'PAYMENT REQUIRED') throw answerFault('wants_payment');
  if (status === '' || status.length > MAX_MESSAGE) throw badAnswer('a status that is empty or too long');
  // "Too many … in restricted mode", "Restricted RPC …": monerod has no code for them.
  if (/\brestricted\b/i.test(status)) throw answerFault('says_restricted', { message: status });
  throw answerFault('says_error', { message: status });
}
