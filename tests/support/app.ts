/**
 * Fixtures of the journeys: `import { test, expect } from './app.ts'`.
 *
 * `appUrl` is the page (also Playwright's baseURL, so `page.goto('/')` opens it), behind the server of `npm start`;
 * `devnet` is its real regtest network, which journeys may stop, start and rewind. The journeys of a worker share both,
 * one after the other: a journey that stops the daemon starts it again (`daemonDown` does both).
 *
 * A journey fails when a policy of the page refused anything that the journey did not name with `expectRefusal`.
 */
import { test as base, expect } from '@playwright/test';
import { startApp } from '../../scripts/tools/app/app.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';
import { refusals, watchNewContexts, watchPolicies } from './policy-guard.ts';
import { limit } from './tier.ts';

export type Devnet = {
  /** monerod's RPC, such as `http://127.0.0.1:18081`. */
  readonly daemonUrl: string;
  /** The control server's address, from which the page requests coins and blocks. */
  readonly controlUrl: string;
  /** Pays an address from the faucet wallet (by default 10 XMR; in piconero), without mining. */
  readonly faucet: (address: string, amount?: bigint) => Promise<{ readonly txid: string }>;
  /** Mines blocks, any number; answers the height of the chain. */
  readonly mine: (blocks: number) => Promise<number>;
  /** Removes the newest blocks, up to 100; answers the height of the chain. */
  readonly pop: (blocks: number) => Promise<number>;
  readonly height: () => Promise<number>;
  readonly stopDaemon: () => Promise<void>;
  readonly startDaemon: () => Promise<void>;
  /** Runs something while the daemon is stopped, and starts it again also after an error. */
  readonly daemonDown: <T>(work: () => Promise<T>) => Promise<T>;
  /** A JSON-RPC method of monerod; numbers beyond 2^53 lose their last digits. */
  readonly daemon: (method: string, params?: object) => Promise<Record<string, unknown>>;
};

type Fixtures = {
  readonly appUrl: string;
  readonly devnet: Devnet;
  /** Waits until a policy has refused something, by Chromium's message; the journey may go on. */
  readonly expectRefusal: (message: RegExp) => Promise<void>;
};
type WorkerFixtures = {
  readonly watchedBrowser: undefined;
  readonly app: { readonly url: string; readonly devnet: Devnet };
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  // Playwright reads the needed fixtures from this destructuring pattern, which must exist even if it is empty.
  app: [
    async ({}, use) => {
      const app = await startApp({ bin: await ensureMonero(), build: false, port: 0, testHooks: true });
      if (app.devnet === undefined) throw new Error('the devnet did not start');
      app.devnet.onDeath((why) => console.error(`The devnet broke: ${why}`));
      await use({ url: app.url, devnet: connectDevnet(app.devnet.controlUrl, app.devnet.daemonUrl) });
      await app.stop();
    },
    { scope: 'worker', timeout: limit(5) },
  ],
  watchedBrowser: [
    async ({ browser }, use) => {
      watchNewContexts(browser);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  expectRefusal: [
    async ({ context }, use) => {
      const staged: RegExp[] = [];
      refusals.length = 0;
      watchPolicies(context);
      await use(async (message) => {
        staged.push(message);
        await expect.poll(() => refusals.filter((each) => message.test(each))).not.toEqual([]);
      });
      const others = refusals.filter((each) => !staged.some((message) => message.test(each)));
      expect(others, 'refused by a policy of the page').toEqual([]);
    },
    { auto: true },
  ],
  appUrl: async ({ app }, use) => use(app.url),
  devnet: async ({ app }, use) => use(app.devnet),
  baseURL: async ({ appUrl }, use) => use(appUrl),
});

export { expect };

/** Detects requests that hang. */
const PATIENCE_MS = limit(2);

/** A devnet by the address of its control server and of the daemon that `daemon` asks. */
export function connectDevnet(controlUrl: string, daemonUrl: string): Devnet {
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(controlUrl + path, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((cause: unknown) => {
      throw new Error(`devnet${path} did not answer within ${PATIENCE_MS} ms`, { cause });
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`devnet${path}: ${String(answer['error'])}`);
    return answer;
  };
  const startDaemon = async (): Promise<void> => {
    await ask('/daemon/start', {});
  };
  const stopDaemon = async (): Promise<void> => {
    await ask('/daemon/stop', {});
  };
  const height = async (): Promise<number> => Number((await ask('/info'))['height']);
  return {
    daemonUrl,
    controlUrl,
    height,
    startDaemon,
    stopDaemon,
    faucet: async (address, amount) => {
      const paid = await ask('/faucet', {
        address,
        ...(amount === undefined ? {} : { amount: amount.toString() }),
      });
      return { txid: String(paid['txid']) };
    },
    mine: async (blocks) => {
      for (let left = blocks; left > 0; left -= 100) await ask('/mine', { blocks: Math.min(left, 100) });
      return height();
    },
    pop: async (blocks) => Number((await ask('/pop', { blocks }))['height']),
    daemonDown: async (work) => {
      await stopDaemon();
      try {
        return await work();
      } finally {
        await startDaemon();
      }
    },
    daemon: async (method, params = {}) => {
      const response = await fetch(`${daemonUrl}/json_rpc`, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: '0', method, params }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch((cause: unknown) => {
        throw new Error(`${method} did not answer within ${PATIENCE_MS} ms`, { cause });
      });
      const { result, error } = (await response.json()) as {
        result?: Record<string, unknown>;
        error?: { message: string };
      };
      if (result === undefined) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
      return result;
    },
  };
}
