/** The client end of in-page access: an RpcPort for `createClient`. Numbers stay exact. */
import { parseJson, writeJson } from '../../base/json.ts';
import type { RpcPort, RpcResponse } from '../port.ts';
import type { PageGlobal } from './server.ts';

/** Call it after the page's app has started. Throws when in-page access was not allowed. */
export function createPagePort(page: PageGlobal): RpcPort {
  const endpoint = page.ostroRpc;
  if (!endpoint)
    throw new Error('This page has no open endpoint: set ostroHost = { rpc: true } before the app starts.');
  return {
    request: async (envelope) =>
      parseJson(await endpoint.request(writeJson(envelope))) as unknown as RpcResponse,
    on: (listener) => endpoint.on(listener),
  };
}
