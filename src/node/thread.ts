/** The program of a thread: a worker of the scan pool, or one password that is stretched. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { StretchQuestion } from '../store/stretch.ts';
import type { ThreadData } from './threads.ts';

const stretch = async (port: MessagePort, question: StretchQuestion): Promise<void> => {
  const { stretchHere } = await import('../store/stretch.ts');
  port.postMessage(await stretchHere(question));
};
const scan = async (port: MessagePort, kernel: string): Promise<void> => {
  const [{ createPoolTasks }, { exposeTasks }, { endpointOf }, { startKernel }] = await Promise.all([
    import('../../workers/pool-tasks.ts'),
    import('../transport/comlink/task-pool.ts'),
    import('./endpoint.ts'),
    import('./kernel.ts'),
  ]);
  exposeTasks(createPoolTasks(startKernel(kernel)), endpointOf(port));
};

if (!parentPort) throw new Error('thread.ts runs in a thread');
const data = workerData as ThreadData;
await ('stretch' in data ? stretch(parentPort, data.stretch) : scan(parentPort, data.kernel));
