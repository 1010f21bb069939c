/** The worker's end: exposes an RpcHandler over comlink. */
import * as Comlink from 'comlink';
import { createBatches, type TakeCalls } from '../batches.ts';
import type { HostFolder } from '../host.ts';
import type { PortEvent, RpcRequest, RpcResponse } from '../port.ts';

/** Answers envelopes and emits events; the app's is rpc/serve.ts. */
export interface RpcHandler {
  request(envelope: RpcRequest): Promise<RpcResponse>;
  /** JSON in, JSON out: for calls from outside the app. */
  text(envelope: string, options: { readonly restricted?: boolean }): Promise<string>;
  on(listener: (event: PortEvent) => void): () => void;
  /** What the next worker needs to know when this one may be ended; undefined while this one is still needed. */
  retire?(): unknown;
}
/** First message of the page to its worker: see transport/host.ts. */
export interface WorkerInit {
  readonly folder?: HostFolder | null;
  readonly only?: string;
  readonly scanWorkers?: number;
  readonly relay?: string;
  /** The result of `retire` of the worker before this one. */
  readonly kept?: unknown;
}
export interface Exposed extends Pick<RpcHandler, 'request' | 'text'> {
  begin(options: Omit<WorkerInit, 'folder'>, folder?: HostFolder | null): void;
  listen(listener: (event: PortEvent) => void): void;
  /** See ../batches.ts. Returns the function that takes calls; `answered` receives their answers. */
  batches(
    options: { readonly restricted: boolean },
    answered: (answers: string) => unknown,
  ): TakeCalls & Comlink.ProxyMarked;
  retire(): Promise<unknown>;
}

/** Requests may arrive while the app is still starting: they wait for it. */
export function exposePort(start: (options: WorkerInit) => Promise<RpcHandler>): void {
  let begin: (options: WorkerInit) => void;
  const starting = new Promise<WorkerInit>((resolve) => (begin = resolve)).then(start);
  // Each request awaits `starting` and gets the failure.
  starting.catch(() => undefined);
  const exposed: Exposed = {
    begin: (options, folder) => begin({ ...options, ...(folder !== undefined && { folder }) }),
    request: async (envelope) => (await starting).request(envelope),
    text: async (envelope, options) => (await starting).text(envelope, options),
    batches: (options, answered) =>
      Comlink.proxy(createBatches(async (envelope) => (await starting).text(envelope, options), answered)),
    retire: async () => (await starting).retire?.(),
    listen: (listener) => {
      void starting.then((answerer) => answerer.on(listener));
    },
  };
  Comlink.expose(exposed);
}
