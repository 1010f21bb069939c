/** The word at the head of every answer. Upstream: `CORE_RPC_STATUS_OK` and its like, src/rpc/core_rpc_server_commands_defs.h. */
import { answerFault, badAnswer } from './faults.ts';

/** Longest status or error message that is listened to. */
export const MAX_MESSAGE = 1000;

/** Faults `says_busy`, `says_error`, `bad_answer`. */
export function requireOk(status: string): void {
  if (status === 'OK') return;
  if (status === 'BUSY') throw answerFault('says_busy');
  if (status === '' || status.length > MAX_MESSAGE) throw badAnswer('a status that is no word');
  throw answerFault('says_error', { message: status });
}
