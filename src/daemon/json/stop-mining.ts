/** /stop_mining: ends mining on the machine of the node. Upstream: `COMMAND_RPC_STOP_MINING`. */
import { BASE, LONG_TIMEOUT, pathCall } from './call.ts';

/** A node answers only after its miners stopped. */
export const stopMining = pathCall('/stop_mining', {
  admin: true,
  idempotent: false,
  seconds: LONG_TIMEOUT,
  answer: BASE,
});
