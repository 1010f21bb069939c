/** Several equal workers behind one door: each task goes to the one with the least to do. Knows no task. */
import * as Comlink from 'comlink';

export interface TaskPool<Api> {
  readonly size: number;
  /** Runs on one worker. */
  anywhere<T>(task: (api: Comlink.Remote<Api>) => Promise<T>): Promise<T>;
  /** Runs on every worker. */
  everywhere(task: (api: Comlink.Remote<Api>) => Promise<unknown>): Promise<void>;
  dispose(): void;
}

export const createTaskPool = <Api>(spawn: () => Worker, size: number): TaskPool<Api> => {
  const seats = Array.from({ length: size }, () => {
    const worker = spawn();
    return { worker, api: Comlink.wrap<Api>(worker), busy: 0 };
  });
  return {
    size,
    anywhere: async (task) => {
      const seat = seats.reduce((best, each) => (each.busy < best.busy ? each : best));
      seat.busy += 1;
      try {
        return await task(seat.api);
      } finally {
        seat.busy -= 1;
      }
    },
    everywhere: async (task) => {
      await Promise.all(seats.map(({ api }) => task(api)));
    },
    dispose: () => {
      for (const { worker } of seats) worker.terminate();
    },
  };
};

export const exposeTasks = (api: object): void => Comlink.expose(api);
/** Hands buffers over instead of copying them. */
export const handOver = <T extends object>(value: T, buffers: readonly ArrayBuffer[]): T =>
  Comlink.transfer(value, [...buffers]);
