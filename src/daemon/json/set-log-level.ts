/** /set_log_level: sets how much the node logs, 0 (little) to 4 (all). Upstream: `COMMAND_RPC_SET_LOG_LEVEL`. */
import { upTo } from '../schema.ts';
import { BASE, pathCall } from './call.ts';

export const setLogLevel = pathCall('/set_log_level', {
  admin: true,
  request: { level: upTo(4) },
  answer: BASE,
});
