/** /set_log_hash_rate: whether the node logs how fast it mines. Upstream: `COMMAND_RPC_SET_LOG_HASH_RATE`. */
import { bool } from '../schema.ts';
import { BASE, pathCall } from './call.ts';

/** A node that does not mine answers the fault says_error `NOT MINING`. */
export const setLogHashRate = pathCall('/set_log_hash_rate', {
  admin: true,
  request: { visible: bool },
  answer: BASE,
});
