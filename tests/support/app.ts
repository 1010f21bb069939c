/**
 * Fixtures of the journeys: `import { test, expect } from '../support/app.ts'`.
 *
 * `appUrl` is the page (also Playwright's baseURL, so `page.goto('/')` opens it); `devnet` is the real regtest network
 * behind it. All journeys share one devnet: who stops the daemon starts it again (`daemonDown` does both).
 */
import { test as base, expect } from '@playwright/test';

export type Devnet = {
  /** monerod's RPC, such as `http://127.0.0.1:18081`. */
  readonly daemonUrl: string;
  /** Pays an address from the faucet wallet (10 XMR if no amount is given, in piconero); not mined yet. */
  readonly faucet: (address: string, amount?: bigint) => Promise<{ readonly txid: string }>;
  /** Mines blocks, any number; answers the height of the chain. */
  readonly mine: (blocks: number) => Promise<number>;
  /** Takes the newest blocks away, up to 100; answers the height of the chain. */
  readonly pop: (blocks: number) => Promise<number>;
  readonly height: () => Promise<number>;
  readonly stopDaemon: () => Promise<void>;
  readonly startDaemon: () => Promise<void>;
  /** Runs something while the daemon is down, and brings it back whatever happens. */
  readonly daemonDown: <T>(work: () => Promise<T>) => Promise<T>;
  /** A JSON-RPC method of monerod; numbers beyond 2^53 lose their last digits. */
  readonly daemon: (method: string, params?: object) => Promise<Record<string, unknown>>;
};

type Fixtures = { readonly appUrl: string; readonly devnet: Devnet };

export const test = base.extend<Fixtures>({
  // Playwright reads the needed fixtures out of this pattern: it must be one, even empty.
  appUrl: async ({}, use) => use(setting('OSTRO_APP_URL')),
  devnet: async ({}, use) => use(connect(setting('OSTRO_DEVNET_CONTROL'), setting('OSTRO_DEVNET_DAEMON'))),
  baseURL: async ({ appUrl }, use) => use(appUrl),
});

export { expect };

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: the global set-up did not run`);
  return value;
};

const connect = (control: string, daemonUrl: string): Devnet => {
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(
      control + path,
      body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
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
      });
      const { result, error } = (await response.json()) as {
        result?: Record<string, unknown>;
        error?: { message: string };
      };
      if (result === undefined) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
      return result;
    },
  };
};
