/** A light-wallet server as the wallet asks it: implements `LightServers`. Loaded when the first one is used. */
import type { LightServer } from '../../ports/light-server.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import { ask } from '../ask.ts';
import { fault } from '../faults.ts';
import { connect, type NodeWorld } from '../node-link.ts';
import {
  getAddressTxs,
  getUnspentOuts,
  importRequest,
  login,
  upsertSubaddrs,
  type AddressRange,
} from './calls.ts';

/** Accounts in one request: servers read requests of a few KiB. */
const ACCOUNTS_AT_ONCE = 100;
const ONION = /^http:\/\/[^/]*\.onion(:\d+)?(\/|$)/;

/** Sends nothing. Fault bad_node_address, also for one over plain http through the Internet, where others could read the view key. */
export function lightServer(world: NodeWorld, settings: Pick<NodeSettings, 'address'>): LightServer {
  // Without login and trust: nothing but the calls below goes there.
  const { http } = connect({ ...world, shared: undefined }, { address: settings.address });
  const { secure, local, base, text } = http.node;
  if (!secure && !local && !ONION.test(base)) throw fault('bad_node_address', { address: text });
  return {
    login: async (keys, signal) => {
      await ask(http, login(keys), signal);
    },
    scanFrom: async (keys, height, signal) =>
      (await ask(http, importRequest(keys, height), signal)).request_fulfilled,
    addAddresses: async (keys, counts, signal) => {
      const ranges = counts.flatMap((count, key): AddressRange[] =>
        count > 0 ? [{ key, value: [[0, count - 1]] }] : [],
      );
      for (let from = 0; from < ranges.length; from += ACCOUNTS_AT_ONCE)
        await ask(http, upsertSubaddrs(keys, ranges.slice(from, from + ACCOUNTS_AT_ONCE)), signal);
    },
    history: (keys, signal) => ask(http, getAddressTxs(keys), signal),
    outputs: (keys, signal) => ask(http, getUnspentOuts(keys), signal),
  };
}
