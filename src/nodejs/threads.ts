/** Threads of Node as workers: of the scan pool, for stretching one password, and for engines. thread.ts runs in them. */
import { Worker } from 'node:worker_threads';
import type { TaskWorker } from '../transport/start-worker.ts';
import { endpointOf } from './endpoint.ts';

/** Files of the installation, as URLs. */
export interface Program {
  /** The program of a thread. */
  readonly thread: string;
  /** The folder of the kernel's builds. */
  readonly kernel: string;
}
/** The work for which a thread is started: that of the scan pool, one password, or all engines of a program. */
export type ThreadData = { readonly kernel: string } | 'stretch' | { readonly engines: Program };

export function startPoolThread({ thread, kernel }: Program): TaskWorker {
  return startThread(thread, { kernel });
}

/** A password is stretched in a thread of its own: this one stays free, and the 64 MiB are freed with that one. */
export function startPasswordThread({ thread }: Program): TaskWorker {
  return startThread(thread, 'stretch');
}

/** The thread of engine-thread.ts. */
export function startEngineThread(program: Program): TaskWorker {
  return startThread(program.thread, { engines: program });
}

const startThread = (thread: string, workerData: ThreadData): TaskWorker => {
  const worker = new Worker(new URL(thread), { workerData });
  // Without a listener Node would end the whole program, also for a thread that is no longer used.
  worker.on('error', () => undefined);
  return { ...endpointOf(worker), terminate: () => void worker.terminate() };
};
