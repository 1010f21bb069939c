/** The page's end: an RpcPort over the wallet worker. */
import * as Comlink from 'comlink';
import type { PortEvent, RpcPort, RpcRequest, RpcResponse } from '../port.ts';
import type { Beginning, Exposed } from './server.ts';

export interface WorkerPort extends RpcPort {
  /** JSON in, JSON out: for what comes from outside the app. */
  text(envelope: string, options?: { readonly restricted?: boolean }): Promise<string>;
}

export const createComlinkPort = (worker: Worker, { folder, ...rest }: Beginning = {}): WorkerPort => {
  const remote = Comlink.wrap<Exposed>(worker);
  const listeners = new Set<(event: PortEvent) => void>();
  const { only, seats, relay } = rest;
  const options = {
    ...(only !== undefined && { only }),
    ...(seats !== undefined && { seats }),
    ...(relay !== undefined && { relay }),
  };
  void remote.begin(options, folder ? Comlink.proxy(folder) : folder);
  void remote.listen(
    Comlink.proxy((event: PortEvent) => {
      for (const listener of listeners) listener(event);
    }),
  );
  return {
    request: (envelope: RpcRequest): Promise<RpcResponse> => remote.request(envelope),
    text: (envelope, { restricted = false } = {}) => remote.text(envelope, { restricted }),
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
