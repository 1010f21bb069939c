/** The program of a thread: a worker of the scan pool, one password that is stretched, or the engines of a program. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Program, ThreadData } from './threads.ts';

/** After the first blocks, for which this thread was started. */
const WARM_AFTER_MS = 500;

const stretch = async (port: MessagePort): Promise<void> => {
  const [{ stretchHere }, { answerOnce }, { endpointOf }] = await Promise.all([
    import('../store/stretch.ts'),
    import('../transport/once.ts'),
    import('./endpoint.ts'),
  ]);
  answerOnce(stretchHere, endpointOf(port));
};
const scan = async (port: MessagePort, kernel: string): Promise<void> => {
  const [
    { createPoolTasks },
    { exposeTasks },
    { endpointOf },
    { startKernel },
    { warmUpProver },
    { systemRandom },
  ] = await Promise.all([
    import('../../workers/pool-tasks.ts'),
    import('../transport/comlink/task-pool.ts'),
    import('./endpoint.ts'),
    import('./kernel.ts'),
    import('../wallet/spend/warm-up-prover.ts'),
    import('../store/platform.ts'),
  ]);
  const ready = startKernel(kernel);
  exposeTasks(createPoolTasks(ready), endpointOf(port));
  await ready;
  setTimeout(() => warmUpProver(systemRandom), WARM_AFTER_MS);
};

const serveEngines = async (port: MessagePort, program: Program): Promise<void> => {
  const [{ createEngineHost }, { exposeTasks }, { endpointOf }] = await Promise.all([
    import('./engine-host.ts'),
    import('../transport/comlink/task-pool.ts'),
    import('./endpoint.ts'),
  ]);
  exposeTasks(
    createEngineHost(program, (message) => port.postMessage(message)),
    endpointOf(port),
  );
};

if (!parentPort) throw new Error('thread.ts runs in a thread');
const data = workerData as ThreadData;
if (data === 'stretch') await stretch(parentPort);
else if ('engines' in data) await serveEngines(parentPort, data.engines);
else await scan(parentPort, data.kernel);
