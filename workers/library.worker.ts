/** The wallet worker of the package `ostro` in pages of other authors, whose bundler also makes its workers. */
import { createDaemon } from '../src/daemon/daemon.ts';
import { createDnsResolver } from '../src/daemon/dns/doh.ts';
import { serve } from '../src/rpc/serve.ts';
import { createFolderWalletFiles } from '../src/store/folder-files.ts';
import { folderElsewhere } from '../src/store/folder-elsewhere.ts';
import { createIdbWalletFiles } from '../src/store/idb.ts';
import { createMemoryWalletFiles } from '../src/store/memory.ts';
import { createMemorySettings } from '../src/store/memory-settings.ts';
import { systemClock, systemRandom } from '../src/store/platform.ts';
import { setStretcher } from '../src/store/stretch.ts';
import { exposePort, type RpcHandler, type WorkerInit } from '../src/transport/comlink/server.ts';
import { byReference } from '../src/transport/comlink/task-pool.ts';
import { askOnce } from '../src/transport/once.ts';
import type { RpcRequest, RpcResponse } from '../src/transport/port.ts';
import { createSession } from '../src/wallet/session/session.ts';
import { startKernel } from './kernel.ts';
import { createWorkerPool, poolSize } from './worker-pool.ts';

/** Minimal cost: a wallet in memory has no file that a password could protect. */
const MINIMAL_KDF = { memoryKib: 64, passes: 1, lanes: 1 };
const world = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  clock: systemClock,
  random: systemRandom,
};

// Bundlers recognise a worker by this form alone.
const newScanWorker = (): Worker =>
  new Worker(new URL('./scan-worker.js', import.meta.url), { type: 'module' });
const newPasswordWorker = (): Worker =>
  new Worker(new URL('./password-worker.js', import.meta.url), { type: 'module' });

const start = async ({
  folder,
  confirms = false,
  network,
  regtest,
  scanWorkers,
}: WorkerInit): Promise<RpcHandler> => {
  await startKernel();
  setStretcher((question) => askOnce<Uint8Array>(newPasswordWorker)(question));
  const page = { secure: location.protocol === 'https:', hostname: location.hostname };
  const newPool = () =>
    createWorkerPool(newScanWorker, scanWorkers ?? poolSize(navigator.hardwareConcurrency || 1));
  const memory = createMemoryWalletFiles({ kdf: MINIMAL_KDF });
  const files =
    folder === undefined
      ? createIdbWalletFiles({ databaseName: 'ostro-library' })
      : folder === null
        ? memory
        : createFolderWalletFiles({
            ...world,
            memory,
            folder: folderElsewhere(folder, { confirms, byReference, clock: systemClock }),
          });
  const session = createSession(
    {
      ...world,
      ...newPool(),
      chain: createDaemon({ ...world, page }, { ...(regtest && { regtest }) }),
      secondPool: () => newPool().pool,
      settings: createMemorySettings(),
      dns: createDnsResolver({ ...world, page }),
    },
    files,
    { automated: true, network },
  );
  let bug: unknown;
  const server = serve(session, { onBug: (error) => (bug = error) });
  return {
    ...(server as Pick<RpcHandler, 'on' | 'text'>),
    request: async ({ marks, ...envelope }: RpcRequest & { readonly marks?: object }) => {
      const answer = (await server.request(envelope, { outside: true, ...marks })) as RpcResponse;
      // Only an Error can be sent to the page, and it keeps its text and stack.
      const isBug = answer.error?.data?.fault === 'internal' && bug instanceof Error;
      return isBug ? Object.assign({}, answer, { cause: bug }) : answer;
    },
  };
};

exposePort(start);
