/** The worker's end: whatever answers envelopes, exposed over comlink. */
import * as Comlink from 'comlink';
import type { PortEvent, RpcRequest, RpcResponse } from '../port.ts';

/** Answers envelopes and tells events; the app's is rpc/serve.ts. */
export interface Answerer {
  request(envelope: RpcRequest): Promise<RpcResponse>;
  on(listener: (event: PortEvent) => void): () => void;
}
export interface Exposed {
  request(envelope: RpcRequest): Promise<RpcResponse>;
  listen(listener: (event: PortEvent) => void): void;
}

/** Requests may arrive while the app is still starting: they wait for it. */
export const exposePort = (starting: Promise<Answerer>): void => {
  const exposed: Exposed = {
    request: async (envelope) => (await starting).request(envelope),
    listen: (listener) => {
      void starting.then((answerer) => answerer.on(listener));
    },
  };
  Comlink.expose(exposed);
};
