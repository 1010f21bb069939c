/** The library in Node, Deno and Bun: the engines are in a thread of their own, whose workers are worker_threads. */
import { availableParallelism } from 'node:os';
import { openThreadEngine } from '../nodejs/engine-thread.ts';
import type { Program } from '../nodejs/threads.ts';
import { openFolder } from '../server/files/folder.ts';
import { poolSize } from '../../workers/worker-pool.ts';
import { endCallsWithPort } from './closing.ts';
import { databaseOf, openDatabase } from './databases.ts';
import { OstroError } from './error.ts';
import { defined, type LibraryPlatform } from './platform.ts';
import { awaitOstroErrors } from './to-error.ts';

/** `program`: where the files of threads and kernel are. */
export function nodePlatform(program: Program): LibraryPlatform {
  return {
    open: async ({ network, regtest, storage, scanWorkers }) => {
      if (storage === 'indexedDB')
        throw new OstroError(-1, 'IndexedDB is in browsers: use folder(path) here', 'storage_unavailable');
      const options = { network, regtest, threads: scanWorkers ?? poolSize(availableParallelism()) };
      const engine = await (storage === 'memory'
        ? openThreadEngine(program, options)
        : 'kind' in storage
          ? openThreadEngine(program, { ...options, database: databaseOf(storage) })
          : openThreadEngine(program, options, storage));
      return endCallsWithPort({
        request: (envelope, marks) => awaitOstroErrors(() => engine.request(envelope, defined(marks))),
        on: (listener) => engine.on(listener),
        stop: () => awaitOstroErrors(() => engine.stop()),
      });
    },
    folder: (path) => openFolder(path),
    postgres: openDatabase,
  };
}
