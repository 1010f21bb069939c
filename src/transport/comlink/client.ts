/**
 * The page's end: an RpcPort over the wallet worker. After the event `endsAfter` (the wallet was closed) the client
 * ends the worker, and with it all keys left in its memory, and starts a new one at once for the next wallet.
 * Requests in between wait for the new one.
 */
import * as Comlink from 'comlink';
import type { TakeCalls } from '../batches.ts';
import type { PortEvent, RpcPort, RpcRequest, RpcResponse } from '../port.ts';
import type { WorkerInit, Exposed } from './server.ts';

export interface WorkerPort extends RpcPort {
  /** JSON in, JSON out: for calls from outside the app. */
  text(envelope: string, options?: { readonly restricted?: boolean }): Promise<string>;
  /**
   * Calls in batches, see ../batches.ts: `answered` receives the answers to the calls passed to the returned
   * function.
   */
  batches(
    options: { readonly restricted: boolean },
    answered: (answers: string) => void,
  ): (calls: string) => void;
}
interface Running {
  readonly worker: Worker;
  readonly remote: Comlink.Remote<Exposed>;
}

/** `endsAfter`: type of the event after which the worker is replaced; absent: never. */
export function createComlinkPort(
  spawn: () => Worker,
  { folder, ...rest }: WorkerInit = {},
  { endsAfter }: { readonly endsAfter?: string } = {},
): WorkerPort {
  const listeners = new Set<(event: PortEvent) => void>();
  const { only, scanWorkers, relay } = rest;
  const options = {
    ...(only !== undefined && { only }),
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
  /** The event has come: the worker may be replaced. */
  let done = false;
  let busy = 0;
  let running = Promise.resolve(start());
  const replace = (): void => {
    // Requests in flight still get their answer from this worker; the last answer calls this function again.
    if (!done || busy > 0) return;
    done = false;
    running = running.then(async (old) => {
      const kept = await old.remote.retire();
      // A request opened another wallet meanwhile.
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
    text: (envelope, { restricted = false } = {}) => ask((remote) => remote.text(envelope, { restricted })),
    batches: (options, answered) => {
      /** The function that takes the calls, by worker. */
      const opened = new WeakMap<object, Promise<Comlink.Remote<TakeCalls & Comlink.ProxyMarked>>>();
      const take = async (remote: Running['remote'], calls: string): Promise<void> => {
        const known = opened.get(remote) ?? remote.batches(options, Comlink.proxy(answered));
        opened.set(remote, known);
        const takeCalls = await known;
        await takeCalls(calls);
      };
      return (calls) => void ask((remote) => take(remote, calls));
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
