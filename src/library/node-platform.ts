/** The library in Node, Deno and Bun: the engine on this thread, its workers are worker_threads. */
import { availableParallelism } from 'node:os';
import { startEngine } from '../nodejs/engine.ts';
import type { Program } from '../nodejs/threads.ts';
import { openFolder } from '../server/files/folder.ts';
import { poolSize } from '../../workers/worker-pool.ts';
import { OstroError } from './error.ts';
import { defined, type LibraryPlatform } from './platform.ts';

/** `program`: where the files of threads and kernel are. */
export function nodePlatform(program: Program): LibraryPlatform {
  return {
    open: async ({ network, regtest, storage, scanWorkers }) => {
      if (storage === 'indexedDB')
        throw new OstroError(-1, 'IndexedDB is in browsers: use folder(path) here', 'storage_unavailable');
      let bug: unknown;
      const engine = await startEngine(program, {
        folder: storage,
        network,
        regtest,
        threads: scanWorkers ?? poolSize(availableParallelism()),
        onBug: (error) => (bug = error),
      });
      return {
        request: async (envelope, marks) => {
          const answer = await engine.request(envelope, defined(marks));
          return answer.error?.data?.fault === 'internal' ? { ...answer, cause: bug } : answer;
        },
        on: (listener) => engine.on(listener),
        stop: () => engine.stop(),
      };
    },
    folder: (path) => openFolder(path),
  };
}
