/** A worker of the scan pool in a browser. */
import { loadParts } from '../src/base/on-demand.ts';
import { MAY_PROVE } from '../src/protocol/block/known-rules.ts';
import { exposeTasks } from '../src/transport/comlink/task-pool.ts';
import { loadTowerSums, startKernel } from './kernel.ts';
import { createPoolTasks } from './pool-tasks.ts';
import { buildInName } from './scan-worker-name.ts';
import { runOnce } from './run-once.ts';

runOnce(() => {
  const ready = startKernel(buildInName(self.name));
  exposeTasks(createPoolTasks(ready, MAY_PROVE ? loadTowerSums : undefined));
  // The tasks report a kernel that did not start.
  ready.then(loadParts, () => undefined);
});
