/** `ostro/daemon`: a client of monerod that believes no answer: types, ranges and sizes are checked before use. */
import { systemClock, systemRandom } from '../store/platform.ts';
import { ask } from '../daemon/ask.ts';
import { createHttp } from '../daemon/http.ts';
import { readNodeAddress } from '../daemon/node-address.ts';
import { daemonCalls } from './daemon-calls.ts';
import type { DaemonMethods } from './daemon-methods.gen.ts';
import { awaitOstroErrors, withOstroErrors } from './to-error.ts';
import type { NodeOptions } from './types.ts';
import { libraryWorld } from './world.ts';

/** A node, asked for public facts, or commanded if it is your own (`trusted`). */
export interface DaemonClient {
  /** Calls monerod under the call's name on the wire. Rejects with OstroError; `node_not_own`: only for your own node. */
  call<Name extends keyof DaemonMethods>(
    method: Name,
    params?: DaemonMethods[Name]['params'],
    options?: { readonly signal?: AbortSignal },
  ): Promise<DaemonMethods[Name]['result']>;
}

/** Sends nothing by itself. Throws OstroError for an address that is none. */
export function connectDaemon(node: string | NodeOptions): DaemonClient {
  const settings = typeof node === 'string' ? { address: node } : node;
  const { startKernel, ...ways } = libraryWorld();
  const world = { ...ways, clock: systemClock, random: systemRandom };
  const http = withOstroErrors(() =>
    createHttp(world, readNodeAddress(settings, ways.page), settings.trusted === true),
  );
  return {
    call: (method, params = {}, { signal } = {}) =>
      awaitOstroErrors(async () => {
        // Ids of transactions and blocks are computed, not believed.
        await startKernel();
        const endpoint = (daemonCalls[method] as unknown as (given: object) => Parameters<typeof ask>[1])(
          params,
        );
        return (await ask(http, endpoint, signal)) as never;
      }),
  };
}
