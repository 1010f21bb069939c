/** The whole engine of a process, from the daemon module over the wallet to JSON-RPC, with the scheduler in the platform's place. */
import { createDaemon } from '../../src/daemon/daemon.ts';
import { decodeBlocks } from '../../src/daemon/bin/get-blocks.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { CryptoWorkers } from '../../src/ports/crypto-workers.ts';
import type { Envelope } from '../../src/rpc/dispatch.ts';
import { serve } from '../../src/rpc/serve.ts';
import { createEventFeed } from '../../src/server/events/event-feed.ts';
import { createWebhooks } from '../../src/server/events/webhooks.ts';
import { createMemorySettings } from '../../src/store/memory-settings.ts';
import { createInlinePool } from '../../src/wallet/scan/inline-pool.ts';
import { createSession } from '../../src/wallet/session/session.ts';
import type { Dice } from './dice.ts';
import type { SimNode } from './node.ts';
import { asError, type Process } from './process.ts';
import type { Scheduler } from './scheduler.ts';
import type { Machine } from './storage/machine.ts';
import { withOldRecords } from './storage/old-records.ts';
import { dateAt, HOUR } from './time.ts';

export interface EngineWorld {
  readonly scheduler: Scheduler;
  readonly machine: Machine;
  readonly nodes: readonly SimNode[];
  readonly cryptoWorkers: CryptoWorkers;
  /** The device's date is wrong by these milliseconds. */
  readonly date: { readonly off: number };
  readonly onBug: (error: unknown) => void;
  /** Where events are sent; absent: nowhere. */
  readonly webhook?: string;
}
export interface Engine {
  readonly process: Process;
  /** Never settles after the process has ended. */
  request(method: string, params: object, idempotencyKey?: string): Promise<Envelope>;
}
export interface EngineOptions {
  readonly dice: Dice;
  /** A program before the newest schema of its storage. */
  readonly old: boolean;
  /** A program that writes the first version of records. */
  readonly oldRecords: boolean;
}

export function startEngine(
  world: EngineWorld,
  process: Process,
  { dice, old, oldRecords }: EngineOptions,
): Engine {
  const { scheduler, machine, cryptoWorkers } = world;
  const clock = clockOf(world, process);
  const random = { bytes: (n: number) => dice.bytes(n) };
  const files = machine.files(process, { clock, random }, old);
  const session = createSession(
    {
      chain: createDaemon({ fetch: fetchOf(world, process), clock, random }),
      pool: createInlinePool(decodeBlocks),
      secondPool: () => createInlinePool(decodeBlocks),
      cryptoWorkers,
      clock,
      random,
      settings: createMemorySettings(),
    },
    oldRecords ? withOldRecords(files) : files,
    { automated: true },
  );
  const server = serve(session, { onBug: world.onBug });
  if (world.webhook !== undefined) startWebhooks(world.webhook, process, server, dice);
  return {
    process,
    request: (method, params, idempotencyKey) =>
      new Promise((resolve) => {
        scheduler.note(`call ${process.name} ${method}`);
        const envelope = { jsonrpc: '2.0', id: 0, method, params };
        void server
          .request(envelope, idempotencyKey === undefined ? {} : { idempotencyKey })
          .then((answer) => process.deliver(() => resolve(answer)));
      }),
  };
}

/** As the wallet server starts them (src/server/events/start-events.ts). */
const startWebhooks = (
  address: string,
  process: Process,
  server: ReturnType<typeof serve>,
  dice: Dice,
): void => {
  const request = (envelope: string): Promise<string | undefined> =>
    process.alive ? server.text(envelope) : Promise.resolve(undefined);
  const feed = createEventFeed({ request });
  const url = `${address}?${process.name}`;
  const webhooks = createWebhooks({
    target: { url, secret: Buffer.from('simulated') },
    feed,
    failed: () => undefined,
    // The shop's hours are longer than the server's patience: fewer tries show the same.
    limits: { idleMs: 6 * HOUR, longestWaitMs: HOUR },
    random: () => dice.next(),
  });
  server.on(({ type }) => {
    if (type === 'recorded') feed.wake();
  });
  process.onEnd(() => webhooks.stop());
};

const fetchOf =
  ({ nodes }: EngineWorld, process: Process) =>
  (url: string, init: RequestInit): Promise<Response> => {
    const node = nodes.find(({ address }) => url.startsWith(`${address}/`));
    if (!node) return Promise.reject(new TypeError('fetch failed'));
    return new Promise((resolve, reject) => {
      node.fetch(url.slice(node.address.length), init, process.name).then(
        (answer) => process.deliver(() => resolve(answer)),
        (error: unknown) => process.deliver(() => reject(asError(error))),
      );
    });
  };

/** Timers of a process end with it. Running time goes on whatever the device's date says. */
const clockOf = ({ scheduler, date }: EngineWorld, process: Process): Clock => ({
  now: () => dateAt(scheduler.now + date.off),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const cancel = scheduler.after(ms, 'timer', () => {
        signal?.removeEventListener('abort', stop);
        process.deliver(resolve);
      });
      const stop = (): void => {
        cancel();
        process.deliver(() => reject(signal!.reason as Error));
      };
      signal?.addEventListener('abort', stop, { once: true });
    }),
});
