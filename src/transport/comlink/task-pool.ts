/** A pool of equal workers: each task runs on the least busy one. It does not know what the tasks do. */
import * as Comlink from 'comlink';
import { sayListening, startWorker, type StartOptions, type TaskWorker } from '../start-worker.ts';

export interface TaskPool<Api> {
  readonly size: number;
  /** Number of workers without a task. */
  readonly idle: number;
  /** Runs a task on one worker. */
  anywhere<T>(task: (api: Comlink.Remote<Api>) => Promise<T>): Promise<T>;
  /** Runs a task on every worker. */
  everywhere(task: (api: Comlink.Remote<Api>) => Promise<unknown>): Promise<void>;
  /** Terminates the workers. Running tasks reject with `reason`, later ones with an Error. */
  dispose(reason?: Error): void;
}

const endedError = (): Error => new Error('the workers were ended');

/** `failed` is called after a worker has failed or did not start, which disposes the pool. */
export function createTaskPool<Api>(
  spawn: () => TaskWorker,
  size: number,
  { failed = () => undefined, ...options }: StartOptions = {},
): TaskPool<Api> {
  /** Rejects waiting tasks: a terminated worker never answers. */
  const waiting = new Set<(reason: Error) => void>();
  let disposed = false;
  const dispose = (reason = endedError()): void => {
    disposed = true;
    for (const reject of waiting) reject(reason);
    for (const { starting } of workers) starting.end();
  };
  const fail = (reason: Error): void => {
    if (disposed) return;
    dispose(reason);
    failed(reason);
  };
  const workers = Array.from({ length: size }, () => {
    const starting = startWorker(spawn, { ...options, failed: fail });
    const wrapped = starting.ready.then((worker) => ({ api: Comlink.wrap<Api>(worker) }));
    wrapped.catch(fail);
    return { starting, wrapped, busy: 0 };
  });
  const run = <T>(
    each: (typeof workers)[number],
    task: (api: Comlink.Remote<Api>) => Promise<T>,
  ): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      // Not the reason: kept here, its stack would keep the objects of those who ended the pool, such as a closed wallet.
      if (disposed) throw endedError();
      each.busy += 1;
      waiting.add(reject);
      const over = (): void => {
        each.busy -= 1;
        waiting.delete(reject);
      };
      each.wrapped
        .then(({ api }) => task(api))
        .then(resolve, reject)
        .finally(over);
    });
  return {
    size,
    get idle() {
      return workers.filter(({ busy }) => busy === 0).length;
    },
    anywhere: (task) =>
      run(
        workers.reduce((best, each) => (each.busy < best.busy ? each : best)),
        task,
      ),
    everywhere: async (task) => {
      await Promise.all(workers.map((each) => run(each, task)));
    },
    dispose,
  };
}

/** `to`: the other end; by default the page or worker that started this worker. */
export function exposeTasks(api: object, to?: Comlink.Endpoint): void {
  Comlink.expose(api, to);
  sayListening(to);
}
/** Transfers buffers instead of copying them. */
export function transferBuffers<T extends object>(value: T, buffers: readonly ArrayBuffer[]): T {
  return Comlink.transfer(value, [...buffers]);
}
/** An argument of a task that stays here: the worker gets functions that call its own. */
export function byReference<T extends object>(value: T): T {
  return Comlink.proxy(value);
}
/** The worker calls the functions of such an argument no more. */
export function endReference(value: object | undefined): void {
  const reference: { readonly [Comlink.releaseProxy]?: () => void } | undefined = value;
  reference?.[Comlink.releaseProxy]?.();
}
