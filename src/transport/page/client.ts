/** The caller's side of in-page access: an RpcPort, so that `createClient` gives typed calls with exact numbers. */
import { parseJson, writeJson } from '../../base/json.ts';
import type { RpcPort, RpcResponse } from '../port.ts';
import type { PageGlobal } from './server.ts';

/** The page's app must have started; throws when it opened no in-page access. */
export function createPagePort(page: PageGlobal): RpcPort {
  const door = page.ostroRpc;
  if (!door)
    throw new Error('This page has no open door: set ostroHost = { rpc: true } before the app starts.');
  return {
    request: async (envelope) => parseJson(await door.request(writeJson(envelope))) as unknown as RpcResponse,
    on: (listener) => door.on(listener),
  };
}
