/** The whole engine of a tab, from the daemon module over the wallet to JSON-RPC, with the scheduler in the platform's place. */
import { createDaemon } from '../../src/daemon/daemon.ts';
import { decodeBlocks } from '../../src/daemon/bin/get-blocks.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { CryptoWorkers } from '../../src/ports/crypto-workers.ts';
import type { Envelope } from '../../src/rpc/dispatch.ts';
import { serve } from '../../src/rpc/serve.ts';
import { createMemorySettings } from '../../src/store/memory-settings.ts';
import { createMemoryWalletFiles } from '../../src/store/memory.ts';
import { createInlinePool } from '../../src/wallet/scan/inline-pool.ts';
import { createSession } from '../../src/wallet/session/session.ts';
import type { SimBrowser, Tab } from './browser.ts';
import type { Dice } from './dice.ts';
import { FIRST_TIME } from './network.ts';
import type { SimNode } from './node.ts';
import type { Scheduler } from './scheduler.ts';

export interface EngineWorld {
  readonly scheduler: Scheduler;
  readonly browser: SimBrowser;
  readonly nodes: readonly SimNode[];
  readonly cryptoWorkers: CryptoWorkers;
  /** The device's date is wrong by these milliseconds. */
  readonly dateOff: number;
  readonly onBug: (error: unknown) => void;
}
export interface Engine {
  readonly tab: Tab;
  /** Never settles after the tab has ended. */
  request(method: string, params: object, idempotencyKey?: string): Promise<Envelope>;
}

/** The passwords of a simulation protect nothing. */
const QUICK_KDF = { memoryKib: 8, passes: 1, lanes: 1 };

export function startEngine(world: EngineWorld, tab: Tab, dice: Dice): Engine {
  const { scheduler, browser, nodes } = world;
  const clock = clockOf(world, tab);
  const random = { bytes: (n: number) => dice.bytes(n) };
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const node = nodes.find(({ address }) => url.startsWith(`${address}/`));
    if (!node) return Promise.reject(new TypeError('fetch failed'));
    return new Promise((resolve, reject) => {
      node.fetch(url.slice(node.address.length), init).then(
        (answer) => tab.alive && resolve(answer),
        (error: unknown) => tab.alive && reject(error as Error),
      );
    });
  };
  const session = createSession(
    {
      chain: createDaemon({ fetch, clock, random }),
      pool: createInlinePool(decodeBlocks),
      secondPool: () => createInlinePool(decodeBlocks),
      cryptoWorkers: world.cryptoWorkers,
      clock,
      random,
      settings: createMemorySettings(),
    },
    createMemoryWalletFiles({ kdf: QUICK_KDF, clock, random, browser: browser.for(tab) }),
    { automated: true },
  );
  const server = serve(session, { onBug: world.onBug });
  return {
    tab,
    request: (method, params, idempotencyKey) =>
      new Promise((resolve) => {
        scheduler.note(`call ${method}`);
        const envelope = { jsonrpc: '2.0', id: 0, method, params };
        void server
          .request(envelope, idempotencyKey === undefined ? {} : { idempotencyKey })
          .then((answer) => tab.alive && resolve(answer));
      }),
  };
}

/** Timers of a tab end with it. Running time goes on whatever the device's date says. */
const clockOf = ({ scheduler, dateOff }: EngineWorld, tab: Tab): Clock => ({
  now: () => Math.floor(FIRST_TIME * 1000 + dateOff + scheduler.now + START_MS),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const cancel = scheduler.after(ms, 'timer', () => {
        signal?.removeEventListener('abort', stop);
        if (tab.alive) resolve();
      });
      const stop = (): void => {
        cancel();
        if (tab.alive) reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', stop, { once: true });
    }),
});
/** The blocks that exist at the beginning of a run took this long. */
const START_MS = 150 * 4 * 3_600_000;
