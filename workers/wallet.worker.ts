/** The wallet worker: owns the open wallet and every secret; the page sends envelopes and hears events. */
import { createDaemon } from '../src/daemon/daemon.ts';
import { serve } from '../src/rpc/serve.ts';
import { createIdbAppSettings } from '../src/store/app-settings.ts';
import { createIdbWalletFiles } from '../src/store/idb.ts';
import { systemClock, systemRandom } from '../src/store/platform.ts';
import { exposePort, type Answerer } from '../src/transport/comlink/server.ts';
import { createSession } from '../src/wallet/session.ts';
import { startKernel } from './kernel.ts';
import { createWorkerScanPool } from './scan-pool.ts';

const start = async (): Promise<Answerer> => {
  await startKernel();
  const page = { secure: location.protocol === 'https:', hostname: location.hostname };
  const chain = createDaemon({
    fetch: (input, init) => fetch(input, init),
    clock: systemClock,
    random: systemRandom,
    page,
  });
  const session = createSession(
    {
      chain,
      pool: createWorkerScanPool(),
      clock: systemClock,
      random: systemRandom,
      settings: createIdbAppSettings(),
    },
    createIdbWalletFiles(),
  );
  return serve(session) as Answerer;
};

exposePort(start());
