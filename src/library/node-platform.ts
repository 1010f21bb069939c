/** The library in Node, Deno and Bun: the engine on this thread, its workers are worker_threads. */
import { availableParallelism } from 'node:os';
import { startEngine } from '../node/engine.ts';
import type { Program } from '../node/threads.ts';
import { openFolder } from '../server/files/folder.ts';
import { poolSize } from '../../workers/worker-pool.ts';
import { defined, type LibraryPlatform } from './platform.ts';

/** Refuses everything: this platform has no IndexedDB. */
const noDatabase = (): Promise<never> =>
  Promise.reject(new Error('IndexedDB is in browsers: use folder(path) here'));

/** `program`: where the files of threads and kernel are. */
export function nodePlatform(program: Program): LibraryPlatform {
  return {
    open: async ({ network, regtest, storage, scanWorkers }) => {
      if (storage === 'indexedDB') return noDatabase();
      const engine = await startEngine(program, {
        folder: storage,
        network,
        regtest,
        threads: scanWorkers ?? poolSize(availableParallelism()),
        onBug: (error) => console.error(error),
      });
      return {
        request: (envelope, marks) => engine.request(envelope, defined(marks)),
        on: (listener) => engine.on(listener),
        stop: () => engine.stop(),
      };
    },
    folder: (path) => openFolder(path),
  };
}
