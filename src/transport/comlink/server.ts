/** The worker's end: whatever answers envelopes, exposed over comlink. */
import * as Comlink from 'comlink';
import { createBatches, type TakeCalls } from '../batches.ts';
import type { HostFolder } from '../host.ts';
import type { PortEvent, RpcRequest, RpcResponse } from '../port.ts';

/** Answers envelopes and tells events; the app's is rpc/serve.ts. */
export interface RpcHandler {
  request(envelope: RpcRequest): Promise<RpcResponse>;
  /** JSON in, JSON out: for what comes from outside the app. */
  text(envelope: string, options: { readonly restricted?: boolean }): Promise<string>;
  on(listener: (event: PortEvent) => void): () => void;
  /** What the next worker has to know, when this one may be ended; undefined while it is needed. */
  retire?(): unknown;
}
/** What the page tells its worker first: see transport/host.ts. */
export interface WorkerInit {
  readonly folder?: HostFolder | null;
  readonly only?: string;
  readonly scanWorkers?: number;
  readonly relay?: string;
  /** What the worker before this one gave (`retire`). */
  readonly kept?: unknown;
}
export interface Exposed extends Pick<RpcHandler, 'request' | 'text'> {
  begin(options: Omit<WorkerInit, 'folder'>, folder?: HostFolder | null): void;
  listen(listener: (event: PortEvent) => void): void;
  /** See ../batches.ts. What it gives takes calls; `answered` gets their answers. */
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
  // Whoever asks hears of it.
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
