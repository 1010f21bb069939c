/** A worker of the scan pool in a browser. */
import { exposeTasks } from '../src/transport/comlink/task-pool.ts';
import { startKernel } from './kernel.ts';
import { createPoolTasks } from './pool-tasks.ts';

exposeTasks(createPoolTasks(startKernel()));
