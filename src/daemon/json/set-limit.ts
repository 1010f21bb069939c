/** /set_limit: how fast the node may talk to peers, in kB/s. Upstream: `COMMAND_RPC_SET_LIMIT`. */
import { i64, opt } from '../schema.ts';
import { BASE, pathCall } from './call.ts';

/** 0 or no value leaves a limit as it is, -1 restores the default. The answer says what holds now. */
export const setLimit = pathCall('/set_limit', {
  admin: true,
  request: { limit_down: opt(i64), limit_up: opt(i64) },
  answer: { ...BASE, limit_up: i64, limit_down: i64 },
});
