/** A pool of equal workers: each task runs on the least busy one. It does not know what the tasks do. */
import * as Comlink from 'comlink';

/** A worker as browsers have it; a program in Node makes one of its threads (node/threads.ts). */
export type TaskWorker = Comlink.Endpoint & { readonly terminate: () => unknown };

export interface TaskPool<Api> {
  readonly size: number;
  /** Number of workers without a task. */
  readonly idle: number;
  /** Runs a task on one worker. */
  anywhere<T>(task: (api: Comlink.Remote<Api>) => Promise<T>): Promise<T>;
  /** Runs a task on every worker. */
  everywhere(task: (api: Comlink.Remote<Api>) => Promise<unknown>): Promise<void>;
  /** Terminates the workers. Running tasks reject with `reason`. */
  dispose(reason?: Error): void;
}

export function createTaskPool<Api>(spawn: () => TaskWorker, size: number): TaskPool<Api> {
  const workers = Array.from({ length: size }, () => {
    const worker = spawn();
    return { worker, api: Comlink.wrap<Api>(worker), busy: 0 };
  });
  /** Rejects waiting tasks: a terminated worker never answers. */
  const waiting = new Set<(reason: Error) => void>();
  const run = <T>(
    each: (typeof workers)[number],
    task: (api: Comlink.Remote<Api>) => Promise<T>,
  ): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      each.busy += 1;
      waiting.add(reject);
      const over = (): void => {
        each.busy -= 1;
        waiting.delete(reject);
      };
      task(each.api).then(resolve, reject).finally(over);
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
    dispose: (reason = new Error('the workers were ended')) => {
      for (const { worker } of workers) worker.terminate();
      for (const reject of waiting) reject(reason);
    },
  };
}

/** `to`: the other end; by default the page or worker that started this worker. */
export function exposeTasks(api: object, to?: Comlink.Endpoint): void {
  Comlink.expose(api, to);
}
/** Transfers buffers instead of copying them. */
export function transferBuffers<T extends object>(value: T, buffers: readonly ArrayBuffer[]): T {
  return Comlink.transfer(value, [...buffers]);
}
