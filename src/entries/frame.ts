/** Starts the frame page: it answers public methods of the site that contains it, in a worker of its own. */
import frameWorker from '../../workers/frame.worker.ts?worker&url';
import type { Outcome } from '../embed/wire.ts';
import { startFrame } from '../frame/page.ts';
import { createTaskPool, type TaskPool } from '../transport/comlink/task-pool.ts';
import { scriptUrl } from '../ui/app/trusted.ts';
import type { FrameApi } from '../../workers/frame.worker.ts';

let pool: TaskPool<FrameApi> | undefined;
startFrame(window, (call) => {
  // The worker starts with the first request: most pages that carry the frame never ask.
  pool ??= createTaskPool<FrameApi>(
    () => new Worker(scriptUrl(frameWorker), { type: 'module', name: 'ostro frame' }),
    1,
    // The next request starts another.
    { failed: () => (pool = undefined) },
  );
  return pool.anywhere((api): Promise<Outcome> => api.answer(call));
});
