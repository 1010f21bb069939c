/** The library in Node, Deno and Bun: the engine on this thread, its workers are worker_threads. */
import { availableParallelism } from 'node:os';
import { startEngine, type EngineOptions } from '../nodejs/engine.ts';
import type { Program } from '../nodejs/threads.ts';
import { openFolder } from '../server/files/folder.ts';
import { poolSize } from '../../workers/worker-pool.ts';
import { openDatabase, storeOf } from './databases.ts';
import { OstroError } from './error.ts';
import { defined, type LibraryPlatform, type PortWanted } from './platform.ts';

/** `program`: where the files of threads and kernel are. */
export function nodePlatform(program: Program): LibraryPlatform {
  return {
    open: async ({ network, regtest, storage, scanWorkers }) => {
      let bug: unknown;
      const { folder, leave } = await placeOf(storage);
      const engine = await startEngine(program, {
        folder,
        network,
        regtest,
        threads: scanWorkers ?? poolSize(availableParallelism()),
        onBug: (error) => (bug = error),
      }).catch(async (error: unknown) => {
        await leave();
        throw error;
      });
      return {
        request: async (envelope, marks) => {
          const answer = await engine.request(envelope, defined(marks));
          return answer.error?.data?.fault === 'internal' ? { ...answer, cause: bug } : answer;
        },
        on: (listener) => engine.on(listener),
        stop: async () => {
          try {
            await engine.stop();
          } finally {
            await leave();
          }
        },
      };
    },
    folder: (path) => openFolder(path),
    postgres: openDatabase,
  };
}

/** `leave`: called when the wallet is closed. */
const placeOf = async (
  storage: PortWanted['storage'],
): Promise<{ readonly folder: EngineOptions['folder']; readonly leave: () => Promise<void> }> => {
  if (storage === 'indexedDB')
    throw new OstroError(-1, 'IndexedDB is in browsers: use folder(path) here', 'storage_unavailable');
  if (storage === 'memory' || !('kind' in storage))
    return { folder: storage, leave: () => Promise.resolve() };
  const { use, leave } = storeOf(storage);
  return { folder: await use(), leave };
};
