/** The client end of in-page access: an RpcPort for `createClient`. Numbers stay exact. */
import { parseJson, writeJson } from '../../base/json.ts';
import type { RpcPort, RpcResponse } from '../port.ts';
import type { PageGlobal } from './server.ts';

/** Call it after the page's app has started. Throws when in-page access was not allowed. */
export function createPagePort(page: PageGlobal): RpcPort {
  const door = page.ostroRpc;
  if (!door)
    throw new Error('This page has no open door: set ostroHost = { rpc: true } before the app starts.');
  return {
    request: async (envelope) => parseJson(await door.request(writeJson(envelope))) as unknown as RpcResponse,
    on: (listener) => door.on(listener),
  };
}
