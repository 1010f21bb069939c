/**
 * Starts every worker of the app: those of the pages, those of other workers, and threads of Node. A browser may leave a new worker
 * standing, as Firefox does at times soon after another one was terminated. A worker that does not say in time that it listens
 * is terminated, and another one is made. Nothing is sent to a worker before, so it holds no key and no lock until then.
 */
import type { Endpoint } from 'comlink';
import { faultsOf } from '../base/fault.ts';
import type { WorkerFaults } from '../base/worker-faults.ts';

/** A worker as browsers have it; a program in Node makes one of its threads (node/threads.ts). */
export type TaskWorker = Endpoint & { readonly terminate: () => unknown };

export interface StartingWorker<W> {
  /** The worker that listens. Rejects with fault worker_failed, or when `end` was called. */
  readonly ready: Promise<W>;
  /** Terminates the worker for good, whether it listens or not. */
  end(): void;
}
/** Runs `work` after the time, unless the returned function is called before. */
export type After = (ms: number, work: () => void) => () => void;

export interface StartOptions {
  /** Is called if the worker fails when it already listens. */
  readonly failed?: ((error: Error) => void) | undefined;
  readonly after?: After;
}

const LISTENS = 'ostro worker listens';
/** A busy device needs longer than the first limit: each worker gets twice the time of the one before. */
const FIRST_LIMIT_MS = 5_000;
const TRIES = 4;
/**
 * A limit is waited out in so many parts: time in which this thread could read no message, because it was busy or the device
 * slept, counts as one part.
 */
const PARTS = 10;

const fault = faultsOf<WorkerFaults>();
const systemAfter: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** Calls `late` when the limit is over, unless the returned function is called before. */
export function watchLimit(ms: number, late: () => void, after: After = systemAfter): () => void {
  let stop = (): void => undefined;
  const wait = (parts: number): void => {
    if (parts === 0) late();
    else stop = after(ms / PARTS, () => wait(parts - 1));
  };
  wait(PARTS);
  return () => stop();
}

export function startWorker<W extends TaskWorker>(
  spawn: () => W,
  { failed = () => undefined, after = systemAfter }: StartOptions = {},
): StartingWorker<W> {
  const end = new AbortController();
  let current: W | undefined;
  const start = async (): Promise<W> => {
    for (let tries = 0; tries < TRIES; tries++) {
      current = make(spawn);
      const sign = await firstSign(current, FIRST_LIMIT_MS * 2 ** tries, after, end.signal);
      if (sign === 'listens') {
        watch(current, (why) => {
          if (!end.signal.aborted) failed(fault('worker_failed', { reason: 'ended', why }));
        });
        return current;
      }
      current.terminate();
      current = undefined;
      if (sign === 'ended') throw new Error('the worker was ended');
      if (sign !== 'late') throw fault('worker_failed', { reason: 'script', why: sign.why });
    }
    throw fault('worker_failed', { reason: 'silent', why: `${TRIES} workers did not start` });
  };
  const ready = start();
  // The caller awaits `ready` and gets its fault; this handler only prevents an unhandled rejection.
  ready.catch(() => undefined);
  return {
    ready,
    end: () => {
      // Without a reason the engine makes an error, and its stack keeps the objects of the callers, such as a closed wallet.
      end.abort('ended');
      current?.terminate();
    },
  };
}

/** A worker says that it listens. `to`: the other end; by default the page or worker that started this worker. */
export function sayListening(to: Pick<Endpoint, 'postMessage'> = globalThis): void {
  to.postMessage(LISTENS);
}

const make = <W>(spawn: () => W): W => {
  try {
    return spawn();
  } catch (error) {
    throw fault('worker_failed', { reason: 'script', why: String(error) });
  }
};

type Sign = 'listens' | 'late' | 'ended' | { readonly why: string };

const firstSign = (worker: TaskWorker, ms: number, after: After, end: AbortSignal): Promise<Sign> =>
  new Promise((resolve) => {
    let stopWaiting = (): void => undefined;
    const settle = (sign: Sign): void => {
      stopWaiting();
      worker.removeEventListener('message', hear);
      end.removeEventListener('abort', stop);
      resolve(sign);
    };
    const hear = (event: Event): void => {
      if ((event as MessageEvent).data === LISTENS) settle('listens');
    };
    const stop = (): void => settle('ended');
    if (end.aborted) {
      resolve('ended');
      return;
    }
    end.addEventListener('abort', stop);
    worker.addEventListener('message', hear);
    watch(worker, (why) => settle({ why }));
    stopWaiting = watchLimit(ms, () => settle('late'), after);
  });

const watch = (worker: TaskWorker, failed: (why: string) => void): void => {
  worker.addEventListener('error', (event) => failed((event as ErrorEvent).message));
  worker.addEventListener('messageerror', () => failed('a message could not be read'));
};
