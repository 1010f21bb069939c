/** The worker's end: exposes an RpcHandler over comlink. */
import * as Comlink from 'comlink';
import { createBatches, type TakeCalls } from '../batches.ts';
import type { Host, HostFolder } from '../host.ts';
import type { PortEvent, RpcRequest, RpcResponse } from '../port.ts';
import { sayListening } from '../start-worker.ts';

/** `idempotencyKey`: marks calls that are the same one, repeated (rpc/wire/once.ts). */
export interface TextOptions {
  readonly restricted?: boolean;
  /** Answers as this version of monero-wallet-rpc (rpc/compat.ts). */
  readonly compat?: 'release' | 'master';
  readonly idempotencyKey?: string;
}

/** Answers requests and emits events; rpc/serve.ts implements it. */
export interface RpcHandler {
  request(envelope: RpcRequest): Promise<RpcResponse>;
  /** JSON text in, JSON text out: for calls from outside the app. */
  text(envelope: string, options: TextOptions): Promise<string>;
  on(listener: (event: PortEvent) => void): () => void;
  /** Returns what the next worker must know when this one may be terminated; undefined while this one is needed. */
  stateForNext?(): unknown;
}
/** The first message of the page to its worker: see transport/host.ts. */
export interface WorkerInit {
  readonly folder?: HostFolder | null;
  /** The folder has `confirm`. */
  readonly confirms?: boolean;
  readonly only?: string;
  readonly network?: NonNullable<Host['network']>;
  readonly regtest?: true;
  readonly scanWorkers?: number;
  readonly relay?: string;
  /** The value that `stateForNext` of the previous worker returned. */
  readonly kept?: unknown;
}
export interface Exposed extends Pick<RpcHandler, 'request' | 'text'> {
  begin(options: Omit<WorkerInit, 'folder'>, folder?: HostFolder | null): void;
  listen(listener: (event: PortEvent) => void): void;
  /** See ../batches.ts. Returns the function that takes calls; `answered` gets their answers. */
  batches(
    options: { readonly restricted: boolean; readonly compat?: 'release' | 'master' },
    answered: (answers: string) => unknown,
  ): TakeCalls & Comlink.ProxyMarked;
  stateForNext(): Promise<unknown>;
}

/** Requests may arrive while the app is starting: they wait for it. */
export function exposePort(start: (options: WorkerInit) => Promise<RpcHandler>): void {
  let begin: (options: WorkerInit) => void;
  const starting = new Promise<WorkerInit>((resolve) => (begin = resolve)).then(start);
  // The requests await `starting` and throw the error.
  starting.catch(() => undefined);
  const exposed: Exposed = {
    begin: (options, folder) => begin({ ...options, ...(folder !== undefined && { folder }) }),
    request: async (envelope) => (await starting).request(envelope),
    text: async (envelope, options) => (await starting).text(envelope, options),
    batches: (options, answered) =>
      Comlink.proxy(
        createBatches(
          async (envelope, key) =>
            (await starting).text(envelope, {
              ...options,
              ...(key !== undefined && { idempotencyKey: key }),
            }),
          answered,
        ),
      ),
    stateForNext: async () => (await starting).stateForNext?.(),
    listen: (listener) => {
      void starting.then((handler) => handler.on(listener));
    },
  };
  Comlink.expose(exposed);
  sayListening();
}
