/**
 * The page's end: an RpcPort to the wallet worker. After the event `endsAfter` (a wallet was closed) it terminates
 * the worker, with all keys left in its memory, and starts a new one at once. Requests made meanwhile wait for the
 * new one. A worker that fails while it works is terminated, too: its calls reject, and the next call starts another.
 */
import * as Comlink from 'comlink';
import { createWaiting } from '../../base/waiting.ts';
import type { TakeCalls } from '../batches.ts';
import type { PortEvent, RpcPort, RpcRequest, RpcResponse } from '../port.ts';
import { startWorker, type StartingWorker, type StartOptions } from '../start-worker.ts';
import type { WorkerInit, Exposed, TextOptions } from './server.ts';

export interface WorkerPort extends RpcPort {
  /** JSON text in, JSON text out: for calls from outside the app. */
  text(envelope: string, options?: TextOptions): Promise<string>;
  /** Calls in batches, see ../batches.ts. Pass calls to the returned function; `answered` gets the answers. */
  batches(
    options: { readonly restricted: boolean; readonly compat?: 'release' | 'master' },
    answered: (answers: string) => void,
  ): (calls: string) => void;
  /** Terminates the worker for good, with all that is in its memory. Running and later calls reject. */
  end(): Promise<void>;
}
type Remote = Comlink.Remote<Exposed>;
interface Running {
  readonly worker: Worker;
  readonly remote: Remote;
}

export interface PortOptions extends Pick<StartOptions, 'after'> {
  /** The type of the event after which the worker is replaced; absent: it is never replaced. */
  readonly endsAfter?: string;
  /** Listeners get this event when a worker fails that had listened: it sends none any more. */
  readonly whenFailed?: PortEvent;
  /** The first worker starts after this; requests wait for it. */
  readonly startsAfter?: Promise<unknown> | undefined;
  /** No worker is asked before this resolves; if it rejects, all requests do. */
  readonly asksAfter?: Promise<unknown> | undefined;
}

export function createComlinkPort(
  spawn: () => Worker,
  { folder, ...rest }: WorkerInit = {},
  options: PortOptions = {},
): WorkerPort {
  const listeners = new Set<(event: PortEvent) => void>();
  const { only, network, regtest, scanWorkers, relay } = rest;
  const init = {
    ...(folder?.confirm && { confirms: true }),
    ...(only !== undefined && { only }),
    ...(network !== undefined && { network }),
    ...(regtest && { regtest }),
    ...(scanWorkers !== undefined && { scanWorkers }),
    ...(relay !== undefined && { relay }),
  };
  const begin = (worker: Worker, kept: unknown, heard: (type: string) => void): Remote => {
    const remote = Comlink.wrap<Exposed>(worker);
    void remote.begin({ ...init, kept }, folder ? Comlink.proxy(folder) : folder);
    void remote.listen(
      Comlink.proxy((event: PortEvent) => {
        for (const listener of listeners) listener(event);
        heard(event.type);
      }),
    );
    return remote;
  };
  const failed = (): void => {
    const { whenFailed } = options;
    if (whenFailed) for (const listener of listeners) listener(whenFailed);
  };
  const { ask, end } = runWorkers(spawn, begin, failed, options);
  return {
    request: (envelope: RpcRequest): Promise<RpcResponse> => ask((remote) => remote.request(envelope)),
    text: (envelope, textOptions = {}) =>
      ask((remote) => remote.text(envelope, { restricted: false, ...textOptions })),
    batches: (batchOptions, answered) => {
      /** For each worker, the function that takes calls. */
      const opened = new WeakMap<object, Promise<Comlink.Remote<TakeCalls & Comlink.ProxyMarked>>>();
      const take = async (remote: Remote, calls: string): Promise<void> => {
        const known = opened.get(remote) ?? remote.batches(batchOptions, Comlink.proxy(answered));
        opened.set(remote, known);
        const takeCalls = await known;
        await takeCalls(calls);
      };
      return (calls) => {
        ask((remote) => take(remote, calls)).catch(() => answered(unanswered(calls)));
      };
    },
    end,
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Runs one worker at a time. `begin` prepares a worker that listens, with what its predecessor has kept, and calls `heard` with
 * the type of each of its events. `failed` is called after a worker has failed that had listened.
 */
const runWorkers = (
  spawn: () => Worker,
  begin: (worker: Worker, kept: unknown, heard: (type: string) => void) => Remote,
  failed: () => void,
  { endsAfter, startsAfter, asksAfter, ...options }: PortOptions,
) => {
  let starting: StartingWorker<Worker> | undefined;
  const waiting = createWaiting();
  /** The last worker did not start, or has failed: the next request starts another. */
  let restart: (() => Promise<Running>) | undefined;
  /** The event has arrived, so the worker may be replaced. */
  let done = false;
  let busy = 0;
  let ended: Error | undefined;
  const start = async (kept?: unknown): Promise<Running> => {
    if (ended) throw ended;
    restart = undefined;
    const own = startWorker(spawn, { ...options, failed: (error) => lose(own, error) });
    starting = own;
    const worker = await own.ready.catch((error: unknown) => {
      restart = () => start(kept);
      throw error;
    });
    const remote = begin(worker, kept, (type) => {
      if (type !== endsAfter) return;
      done = true;
      replace();
    });
    return { worker, remote };
  };
  const lose = (lost: StartingWorker<Worker>, error: Error): void => {
    lost.end();
    if (lost !== starting) return;
    done = false;
    restart = () => start();
    waiting.reject(error);
    failed();
  };
  let running: Promise<Running>;
  const run = (next: Promise<Running>): void => {
    running = next;
    // Requests await it and get the error.
    running.catch(() => undefined);
  };
  run(startsAfter ? startsAfter.then(() => start()) : start());
  const replace = (): void => {
    // Running requests still get their answer from this worker; after the last one this function is called again.
    if (!done || busy > 0) return;
    done = false;
    run(
      running.then(async (old) => {
        const kept = await old.remote.stateForNext();
        // Meanwhile a request has opened another wallet.
        if (kept === undefined) return old;
        old.worker.terminate();
        return start(kept);
      }),
    );
  };
  return {
    ask: async <T>(question: (remote: Remote) => Promise<T>): Promise<T> => {
      if (asksAfter) await asksAfter;
      if (restart) run(restart());
      busy += 1;
      try {
        return await waiting.add(running.then(({ remote }) => question(remote)));
      } finally {
        busy -= 1;
        replace();
      }
    },
    end: (): Promise<void> => {
      ended = new Error('The wallet worker has ended');
      starting?.end();
      waiting.reject(ended);
      run(Promise.reject(ended));
      return Promise.resolve();
    },
  };
};

/** Empty answers to the calls of a batch. */
const unanswered = (calls: string): string =>
  JSON.stringify((JSON.parse(calls) as readonly [id: number][]).map(([id]) => [id, '']));
