/** The wallet worker: holds the open wallet and all secrets. The page sends envelopes and gets events. */
import { loadParts } from '../src/base/on-demand.ts';
import { BY_COMMAND, COMMAND_PATH } from '../src/base/by-command.ts';
import { OFFLINE_EDITION } from '../src/base/offline-edition.ts';
import { createDaemon } from '../src/daemon/daemon.ts';
import { createDnsResolver } from '../src/daemon/dns/doh.ts';
import { IN_EXTENSION } from '../src/base/in-extension.ts';
import type { WalletFiles } from '../src/ports/wallet-files.ts';
import { serve } from '../src/rpc/serve.ts';
import { createIdbAppSettings } from '../src/store/app-settings.ts';
import { createIdbWalletFiles } from '../src/store/idb.ts';
import { createMemoryWalletFiles } from '../src/store/memory.ts';
import { folderElsewhere } from '../src/store/folder-elsewhere.ts';
import { createFolderWalletFiles } from '../src/store/folder-files.ts';
import { createOfflineWalletFiles } from '../src/store/offline-files.ts';
import { systemClock, systemRandom } from '../src/store/platform.ts';
import { setStretcher } from '../src/store/stretch.ts';
import { byReference } from '../src/transport/comlink/task-pool.ts';
import { exposePort, type RpcHandler, type WorkerInit } from '../src/transport/comlink/server.ts';
import { createSession } from '../src/wallet/session/session.ts';
import type { Kept } from '../src/wallet/session/types.ts';
import { createCommandFetch } from './command-fetch.ts';
import { withHiddenHeaders } from './hidden-headers.ts';
import { kernel } from '../src/kernel/kernel.ts';
import { createKernelChoice } from './kernel-choice.ts';
import { loadTower, startKernel } from './kernel.ts';
import { runOnce } from './run-once.ts';
import { createScanPool } from './scan-pool.ts';
import type { WorkerPool } from './worker-pool.ts';
import { createStretcher } from './stretcher.ts';

/** Minimal cost: a wallet in memory has no file that a password could protect. */
const MINIMAL_KDF = { memoryKib: 64, passes: 1, lanes: 1 };
/** The page renders first. Users need longer than this to type a password. */
const WARM_AFTER_MS = 500;
/** Chromium denies an extension the right of `persist`, although its `unlimitedStorage` is never evicted. */
const STORAGE = IN_EXTENSION
  ? {
      persisted: () => Promise.resolve(true),
      estimate: () => navigator.storage.estimate(),
      getDirectory: () => navigator.storage.getDirectory(),
    }
  : undefined;

interface Files {
  readonly files: WalletFiles;
  /** The wallets end with this worker. */
  readonly inMemory: boolean;
}
const walletFiles = async ({ folder, confirms = false, only }: WorkerInit): Promise<Files> => {
  if (OFFLINE_EDITION) return createOfflineWalletFiles();
  if (folder === undefined)
    return { files: createIdbWalletFiles({ ...(STORAGE && { storage: STORAGE }) }), inMemory: false };
  const memory = createMemoryWalletFiles({ kdf: MINIMAL_KDF });
  const files = createFolderWalletFiles({
    memory,
    folder: folder ? folderElsewhere(folder, { confirms, byReference, clock: systemClock }) : undefined,
    ...(only !== undefined && { only }),
    random: systemRandom,
    clock: systemClock,
  });
  return { files, inMemory: true };
};

/** Path in the page's folder where the command `ostro` takes requests to nodes. */
const byCommand = BY_COMMAND ? createCommandFetch(`${location.origin}${COMMAND_PATH}`) : undefined;

/** Through the command, or the relay of a host, if there is one. The offline edition does not even try. */
const fetchThrough =
  (relay: string) =>
  (url: string, init: RequestInit): Promise<Response> =>
    OFFLINE_EDITION
      ? Promise.reject(new TypeError('The offline edition has no network'))
      : byCommand
        ? byCommand(url, init)
        : fetch(relay === '' ? url : relay + encodeURIComponent(url), init);

const start = async (ready: Promise<void>, init: WorkerInit): Promise<RpcHandler> => {
  await ready;
  setStretcher(createStretcher());
  // The command has none of a page's limits.
  const page = byCommand
    ? undefined
    : { secure: location.protocol === 'https:', hostname: location.hostname };
  const fetchIt = withHiddenHeaders(fetchThrough(init.relay ?? ''));
  const traffic = { bytes: 0 };
  const chain = createDaemon(
    { fetch: fetchIt, clock: systemClock, random: systemRandom, page, traffic },
    { regtest: init.regtest },
  );
  const { files, inMemory } = await walletFiles(init);
  // Opens the database early. If it fails, the next caller gets the error.
  if (init.folder === undefined) files.list().catch(() => undefined);
  const settings = createIdbAppSettings();
  const choice = createKernelChoice(settings);
  const newPool = (): WorkerPool => createScanPool(init.scanWorkers, choice);
  const workers = newPool();
  // Starting the scan workers takes a tenth of a second, the first proof half of that: do both now, while no one
  // waits. Then load the rest of the code, so that its host does not see what is used, and none is missing offline.
  setTimeout(() => {
    workers.cryptoWorkers.warm();
    warmProver().catch(() => undefined);
    void loadParts().then(() => choice.measure().catch(() => undefined));
  }, WARM_AFTER_MS);
  const session = createSession(
    {
      chain,
      loadTower,
      traffic,
      ...workers,
      secondPool: () => newPool().pool,
      kernelSpeeds: () => ({ inUse: choice.build ?? kernel.name, measured: choice.measured }),
      clock: systemClock,
      random: systemRandom,
      settings,
      dns: createDnsResolver({ fetch: fetchIt, clock: systemClock, page }),
    },
    files,
    { automated: init.folder !== undefined, network: init.network, kept: init.kept as Kept | undefined },
  );
  return {
    ...(serve(session, { onBug: (error) => console.error(error) }) as RpcHandler),
    stateForNext: () => (session.open || session.readingOn || inMemory ? undefined : session.kept),
  };
};

/** If the program does not load now, the first payment loads it and answers with the error. */
const warmProver = async (): Promise<void> => {
  const { warmUpProver } = await import('../src/wallet/spend/warm-up-prover.ts');
  warmUpProver(systemRandom);
};

runOnce(() => {
  const ready = startKernel();
  exposePort((init) => start(ready, init));
});
