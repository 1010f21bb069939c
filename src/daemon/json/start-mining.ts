/** /start_mining: mines on the machine of the node, for an address. Upstream: `COMMAND_RPC_START_MINING`. */
import { bool, text, u32 } from '../schema.ts';
import { BASE, LONG_TIMEOUT, pathCall } from './call.ts';

/** A node answers only after its miners started, and not while it builds its tables. */
export const startMining = pathCall('/start_mining', {
  admin: true,
  request: { miner_address: text(), threads_count: u32, do_background_mining: bool, ignore_battery: bool },
  idempotent: false,
  seconds: LONG_TIMEOUT,
  answer: BASE,
});
