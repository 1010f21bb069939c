/** `ostro/daemon`: a client of monerod that believes no answer: types, ranges and sizes are checked before use. */
import { systemClock, systemRandom } from '../store/platform.ts';
import { isFault } from '../base/fault.ts';
import { ask } from '../daemon/ask.ts';
import { createHttp } from '../daemon/http.ts';
import { readNodeAddress } from '../daemon/node-address.ts';
import { daemonCalls } from './daemon-calls.ts';
import type { DaemonMethods } from './daemon-methods.ts';
import { check, checkFields, checkNode, oneOf, optional, SIGNAL } from './arguments.ts';
import { OstroError } from './error.ts';
import { awaitOstroErrors, withOstroErrors } from './to-error.ts';
import type { NodeOptions } from './types.ts';
import { libraryWorld } from './world.ts';

const METHOD = oneOf(Object.keys(daemonCalls));

/** A node, asked for public facts, or commanded if it is your own (`trusted`). */
export interface DaemonClient {
  /** Calls monerod under the call's name on the wire. Rejects with OstroError; `node_not_own`: only for your own node. */
  call<Name extends keyof DaemonMethods>(
    method: Name,
    params?: DaemonMethods[Name]['params'],
    options?: { readonly signal?: AbortSignal },
  ): Promise<DaemonMethods[Name]['result']>;
}

/**
 * Sends nothing by itself. Throws OstroError for an address that is none.
 *
 * @example
 * const daemon = connectDaemon(node);
 * const { count } = await daemon.call('get_block_count');
 * // count === 1001
 */
export function connectDaemon(node: string | NodeOptions): DaemonClient {
  checkNode('node', node);
  const settings = typeof node === 'string' ? { address: node } : node;
  const { startKernel, ...ways } = libraryWorld();
  const world = { ...ways, clock: systemClock, random: systemRandom };
  const http = withOstroErrors(() =>
    createHttp(world, readNodeAddress(settings, ways.page), settings.trusted === true),
  );
  return {
    call: (method, params = {}, options = {}) =>
      awaitOstroErrors(async () => {
        check('method', method, METHOD);
        checkFields('params', params, {});
        checkFields('options', options, { signal: optional(SIGNAL) });
        const { signal } = options;
        // Ids of transactions and blocks are computed, not believed.
        await startKernel();
        return (await ask(http, endpointOf(method, params), signal)) as never;
      }),
  };
}

const endpointOf = (method: keyof DaemonMethods, params: object): Parameters<typeof ask>[1] => {
  const make = daemonCalls[method] as unknown as (given: object) => Parameters<typeof ask>[1];
  try {
    return make(params);
  } catch (error) {
    if (isFault(error)) throw error;
    throw new OstroError(-32602, `the parameters of ${method} do not fit`, 'invalid_params', {
      path: 'params',
      wanted: `those of ${method}`,
    });
  }
};
