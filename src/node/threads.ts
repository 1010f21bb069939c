/** Threads of Node as workers: of the scan pool, and for stretching one password. thread.ts runs in them. */
import { Worker } from 'node:worker_threads';
import type { StretchQuestion } from '../store/stretch.ts';
import type { TaskWorker } from '../transport/comlink/task-pool.ts';
import { endpointOf } from './endpoint.ts';

/** Files of the installation, as URLs. */
export interface Program {
  /** The program of a thread. */
  readonly thread: string;
  /** The folder of the kernel's builds. */
  readonly kernel: string;
}
/** The work for which a thread is started. */
export type ThreadData = { readonly kernel: string } | { readonly stretch: StretchQuestion };

/** A worker of the scan pool. `failed` is called when it has ended by itself. */
export function startPoolThread({ thread, kernel }: Program, failed: (error: Error) => void): TaskWorker {
  const worker = start(thread, { kernel });
  worker.on('error', failed);
  return { ...endpointOf(worker), terminate: () => void worker.terminate() };
}

/** Stretches a password in a thread of its own: this one stays free, and the 64 MiB are freed with that one. */
export async function stretchInThread({ thread }: Program, question: StretchQuestion): Promise<Uint8Array> {
  const worker = start(thread, { stretch: question });
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('A thread ended without an answer')));
    });
  } finally {
    await worker.terminate();
  }
}

const start = (thread: string, workerData: ThreadData): Worker => new Worker(new URL(thread), { workerData });
