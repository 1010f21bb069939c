/** The other side of the in-page door: an RpcPort, so that `createClient` gives typed calls with exact numbers. */
import { parseJson, writeJson } from '../../base/json.ts';
import type { RpcPort, RpcResponse } from '../port.ts';
import type { PageGlobal } from './server.ts';

/** Waits for nothing: the page's app must have started. Throws when the door was not asked for. */
export function createPagePort(page: PageGlobal): RpcPort {
  const door = page.ostroRpc;
  if (!door)
    throw new Error('This page has no open door: set ostroHost = { rpc: true } before the app starts.');
  return {
    request: async (envelope) => parseJson(await door.request(writeJson(envelope))) as unknown as RpcResponse,
    on: (listener) => door.on(listener),
  };
}
