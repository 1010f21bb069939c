/**
 * The page's end: an RpcPort to the wallet worker. After the event `endsAfter` (a wallet was closed) it terminates
 * the worker, with all keys left in its memory, and starts a new one at once. Requests made meanwhile wait for the
 * new one.
 */
import * as Comlink from 'comlink';
import type { TakeCalls } from '../batches.ts';
import type { PortEvent, RpcPort, RpcRequest, RpcResponse } from '../port.ts';
import type { WorkerInit, Exposed, TextOptions } from './server.ts';

export interface WorkerPort extends RpcPort {
  /** JSON text in, JSON text out: for calls from outside the app. */
  text(envelope: string, options?: TextOptions): Promise<string>;
  /** Calls in batches, see ../batches.ts. Pass calls to the returned function; `answered` gets the answers. */
  batches(
    options: { readonly restricted: boolean; readonly compat?: 'release' | 'master' },
    answered: (answers: string) => void,
  ): (calls: string) => void;
  /** Terminates the worker for good, with all that is in its memory. Later calls reject, running ones never settle. */
  end(): Promise<void>;
}
interface Running {
  readonly worker: Worker;
  readonly remote: Comlink.Remote<Exposed>;
}

export interface PortOptions {
  /** The type of the event after which the worker is replaced; absent: it is never replaced. */
  readonly endsAfter?: string;
  /** The first worker starts after this; requests wait for it. */
  readonly startsAfter?: Promise<unknown> | undefined;
}

export function createComlinkPort(
  spawn: () => Worker,
  { folder, ...rest }: WorkerInit = {},
  { endsAfter, startsAfter }: PortOptions = {},
): WorkerPort {
  const listeners = new Set<(event: PortEvent) => void>();
  const { only, network, regtest, scanWorkers, relay } = rest;
  const options = {
    ...(only !== undefined && { only }),
    ...(network !== undefined && { network }),
    ...(regtest && { regtest }),
    ...(scanWorkers !== undefined && { scanWorkers }),
    ...(relay !== undefined && { relay }),
  };
  const start = (kept?: unknown): Running => {
    const worker = spawn();
    const remote = Comlink.wrap<Exposed>(worker);
    void remote.begin({ ...options, kept }, folder ? Comlink.proxy(folder) : folder);
    void remote.listen(
      Comlink.proxy((event: PortEvent) => {
        for (const listener of listeners) listener(event);
        if (event.type !== endsAfter) return;
        done = true;
        replace();
      }),
    );
    return { worker, remote };
  };
  /** The event has arrived, so the worker may be replaced. */
  let done = false;
  let busy = 0;
  let running = startsAfter ? startsAfter.then(() => start()) : Promise.resolve(start());
  const replace = (): void => {
    // Running requests still get their answer from this worker; after the last one this function is called again.
    if (!done || busy > 0) return;
    done = false;
    running = running.then(async (old) => {
      const kept = await old.remote.stateForNext();
      // Meanwhile a request has opened another wallet.
      if (kept === undefined) return old;
      old.worker.terminate();
      return start(kept);
    });
  };
  const ask = async <T>(question: (remote: Running['remote']) => Promise<T>): Promise<T> => {
    busy += 1;
    try {
      return await question((await running).remote);
    } finally {
      busy -= 1;
      replace();
    }
  };
  return {
    request: (envelope: RpcRequest): Promise<RpcResponse> => ask((remote) => remote.request(envelope)),
    text: (envelope, options = {}) =>
      ask((remote) => remote.text(envelope, { restricted: false, ...options })),
    batches: (options, answered) => {
      /** For each worker, the function that takes calls. */
      const opened = new WeakMap<object, Promise<Comlink.Remote<TakeCalls & Comlink.ProxyMarked>>>();
      const take = async (remote: Running['remote'], calls: string): Promise<void> => {
        const known = opened.get(remote) ?? remote.batches(options, Comlink.proxy(answered));
        opened.set(remote, known);
        const takeCalls = await known;
        await takeCalls(calls);
      };
      return (calls) => void ask((remote) => take(remote, calls));
    },
    end: async () => {
      const { worker } = await running;
      worker.terminate();
      running = Promise.reject(new Error('The wallet worker has ended'));
      running.catch(() => undefined);
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
