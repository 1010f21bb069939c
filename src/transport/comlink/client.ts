/** The page's end: an RpcPort over the wallet worker. */
import * as Comlink from 'comlink';
import type { PortEvent, RpcPort, RpcRequest, RpcResponse } from '../port.ts';
import type { Exposed } from './server.ts';

export const createComlinkPort = (worker: Worker): RpcPort => {
  const remote = Comlink.wrap<Exposed>(worker);
  const listeners = new Set<(event: PortEvent) => void>();
  void remote.listen(
    Comlink.proxy((event: PortEvent) => {
      for (const listener of listeners) listener(event);
    }),
  );
  return {
    request: (envelope: RpcRequest): Promise<RpcResponse> => remote.request(envelope),
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
