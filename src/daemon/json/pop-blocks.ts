/** /pop_blocks: takes the newest blocks off the chain. Upstream: `COMMAND_RPC_POP_BLOCKS`. */
import { BASE, height, LONG_TIMEOUT, pathCall } from './call.ts';

/** The answer says the height afterwards. */
export const popBlocks = pathCall('/pop_blocks', {
  admin: true,
  request: { nblocks: height },
  seconds: LONG_TIMEOUT,
  idempotent: false,
  answer: { ...BASE, height },
});
