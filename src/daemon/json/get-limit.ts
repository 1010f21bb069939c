/** /get_limit: how fast the node talks to peers, in kB/s. Upstream: `COMMAND_RPC_GET_LIMIT`. */
import { count } from '../schema.ts';
import { BASE, pathCall } from './call.ts';

export const getLimit = pathCall('/get_limit', { answer: { ...BASE, limit_up: count, limit_down: count } });
