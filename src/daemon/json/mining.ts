/** /start_mining and /stop_mining. Upstream: `COMMAND_RPC_START_MINING`, `COMMAND_RPC_STOP_MINING`. */
import type { Endpoint } from '../ask.ts';
import { pathCall } from './call.ts';

/** In seconds: a node answers only when its miners have started or stopped, and builds tables before. */
const TIMEOUT_SECONDS = 180;

export function startMining(
  address: string,
  threads: number,
  background: boolean,
  ignoreBattery: boolean,
): Endpoint<void> {
  return pathCall('/start_mining', {
    params: {
      miner_address: address,
      threads_count: threads,
      do_background_mining: background,
      ignore_battery: ignoreBattery,
    },
    idempotent: false,
    seconds: TIMEOUT_SECONDS,
    read: () => undefined,
  });
}

export const stopMining: Endpoint<void> = pathCall('/stop_mining', {
  idempotent: false,
  seconds: TIMEOUT_SECONDS,
  read: () => undefined,
});
