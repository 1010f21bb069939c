/** /get_height: the cheapest sign of life. Upstream: `COMMAND_RPC_GET_HEIGHT`. */
import { MAX_HEIGHT } from '../limits.ts';
import { pathCall } from './call.ts';

/** Number of blocks, and the hash of the last. */
export const getHeight = pathCall('/get_height', {
  seconds: 15,
  read: (answer) => ({ height: answer.number('height', { max: MAX_HEIGHT }), topHash: answer.hash('hash') }),
});
