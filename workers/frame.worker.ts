/** The frame's worker: public methods for sites. It has no wallet and stores nothing. */
import { answerFrame, type FrameCall } from '../src/frame/answer.ts';
import { systemClock, systemRandom } from '../src/store/platform.ts';
import { exposeTasks } from '../src/transport/comlink/task-pool.ts';
import { startKernel } from './kernel.ts';
import { runOnce } from './run-once.ts';

const createApi = (kernel: Promise<void>) => ({
  answer: async (call: FrameCall) => {
    await kernel;
    return answerFrame(
      {
        fetch: (url, init) => fetch(url, init),
        clock: systemClock,
        random: systemRandom,
        onBug: (error) => console.error(error),
      },
      call,
    );
  },
});
export type FrameApi = ReturnType<typeof createApi>;
runOnce(() => exposeTasks(createApi(startKernel())));
