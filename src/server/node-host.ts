/** Wallets in this process: a session of the engine for each (src/nodejs). */
import { startEngine } from '../nodejs/engine.ts';
import type { Program } from '../nodejs/threads.ts';
import type { WalletHost, HostEvent } from './hosted.ts';

const never = new Promise<string>(() => {});

export function createNodeHost(program: Program): WalletHost {
  return {
    open: async ({
      restricted,
      compat,
      folder,
      only,
      network,
      regtest,
      onBug: reportBug,
      threads,
      proxy,
      nodeTls,
    }) => {
      const engine = await startEngine(program, {
        folder,
        only,
        network,
        regtest,
        threads,
        proxy,
        nodeTls,
        onBug: (error) => reportBug(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      });
      return {
        ask: (envelope, idempotencyKey) =>
          engine.text(envelope, {
            restricted,
            compat,
            ...(idempotencyKey !== undefined && { idempotencyKey }),
          }),
        request: (envelope) => engine.text(envelope),
        on: (listener) => {
          engine.on((event) => listener(event as HostEvent));
          return Promise.resolve();
        },
        stop: () => engine.stop(),
        endedByItself: never,
      };
    },
    stop: () => Promise.resolve(),
    endedByItself: never,
  };
}
