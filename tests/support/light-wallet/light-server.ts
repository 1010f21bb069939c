/** A light-wallet server over wallets and a node that a test writes down: everything else is real. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../../src/base/json.ts';
import type { LightNode } from '../../../src/nodejs/light-node.ts';
import { openAccounts, type LightAccount } from '../../../src/server/light-wallet/accounts.ts';
import { createAdministration } from '../../../src/server/light-wallet/administration.ts';
import { createCalls } from '../../../src/server/light-wallet/calls.ts';
import { createDoor } from '../../../src/server/light-wallet/door.ts';
import { createKeeper } from '../../../src/server/light-wallet/keeper.ts';
import { createOpenAccounts } from '../../../src/server/light-wallet/open-accounts.ts';
import type { AccountRows, LightSessions } from '../../../src/server/light-wallet/sessions.ts';
import { createTurns } from '../../../src/server/light-wallet/turns.ts';

export const ADDRESS =
  '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm';
export const OTHER_ADDRESS =
  '4BJEBywPtzg6xjhG54pUWyg7Mr1i5oSL3QthZ8LupusFQjgXcY8ogmc9EhjdeiJiYw1gBkQTGVnM82xMzR4hy9tYQQzkfyV';
export const VIEW_KEY = 'ab'.repeat(32);
export const HEIGHT = 500;

const hex = (byte: string): string => byte.repeat(32);

/** Ids of blocks, each of one digit that is repeated. */
export function idsOf(digits: string): string {
  return digits.replace(/./g, (digit) => digit.repeat(64));
}

/** Two outputs of 7 and 5 piconero, the second at address 0/3 and locked; what may spend the first; one payment in the pool. */
export const ROWS: AccountRows = {
  height: HEIGHT,
  newest_ids: idsOf('123456789a'),
  outputs: [
    {
      ...{ txid: hex('a1'), index: 1, global_index: 30, public_key: hex('b1'), tx_pub_key: hex('c1') },
      ...{ amount: '7', rct: 'd1'.repeat(96), mask: hex('e1'), major: 0, minor: 0, height: 100 },
    },
    {
      ...{ txid: hex('a2'), index: 0, global_index: 40, public_key: hex('b2'), tx_pub_key: hex('c2') },
      ...{
        amount: '5',
        rct: 'd2'.repeat(96),
        mask: hex('e2'),
        locked: true,
        major: 0,
        minor: 3,
        height: 495,
      },
    },
  ],
  transactions: [
    {
      ...{
        txid: hex('a1'),
        height: 100,
        timestamp: 1_700_000_000,
        fee: '9',
        unlock_time: '0',
        prefix_hash: hex('f1'),
      },
      ...{ mixin: 15, payment_id: '1234567890abcdef' },
    },
    {
      ...{
        txid: hex('a3'),
        height: 200,
        timestamp: 1_700_012_000,
        fee: '9',
        prefix_hash: hex('f3'),
        mixin: 15,
      },
      unlock_time: '18446744073709551615',
      spends: [{ key_image: hex('99'), mixin: 15, public_key: hex('b1') }],
    },
    {
      ...{
        txid: hex('a2'),
        height: 495,
        timestamp: 1_700_047_400,
        fee: '9',
        unlock_time: '0',
        prefix_hash: hex('f2'),
      },
      mixin: 15,
    },
  ],
  pool: [
    {
      txid: hex('a4'),
      timestamp: 1_700_048_000,
      fee: '9',
      unlock_time: '0',
      amount: '2',
      major: 0,
      minor: 0,
    },
  ],
};

export interface LightServerOptions {
  readonly accepts?: { readonly creation: boolean; readonly rescans: boolean };
  readonly origins?: readonly string[];
  readonly node?: Partial<LightNode>;
  readonly tokens?: (cost: number) => boolean;
}

export async function startLightServer(options: LightServerOptions = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-light-'));
  const log: string[] = [];
  const costs: number[] = [];
  const files = new Set<string>();
  const listeners = new Set<() => void>();
  const state = { rows: ROWS, chainHeight: HEIGHT + 2 };
  const note =
    (what: string) =>
    ({ name, start }: LightAccount): Promise<void> => {
      log.push(`${what} ${start}`);
      files.add(name);
      return Promise.resolve();
    };
  const sessions: LightSessions = {
    warmUp: () => Promise.resolve(),
    hasFile: (name) => Promise.resolve(files.has(name)),
    create: note('create'),
    recreate: note('recreate'),
    remove: (name) => {
      log.push('remove');
      files.delete(name);
      return Promise.resolve();
    },
    open: ({ status }) => {
      log.push(`open ${status}`);
      return Promise.resolve({
        view: () => Promise.resolve({ ...state }),
        onChange: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        widen: () => Promise.resolve(void log.push('widen')),
        stop: () => Promise.resolve(void log.push('stop')),
      });
    },
  };
  const node: LightNode = {
    checkKeys: (address, viewKey) => {
      if (address !== ADDRESS && address !== OTHER_ADDRESS) return 'bad_address';
      return viewKey === VIEW_KEY ? 'right' : 'bad_key';
    },
    tip: () => Promise.resolve({ height: HEIGHT + 2, version: '0.18.5.1' }),
    fees: () => Promise.resolve({ levels: [20n, 80n, 320n, 4000n], mask: 10_000n }),
    decoys: (rings, size) =>
      Promise.resolve(
        Array.from({ length: rings }, () =>
          Array.from({ length: size }, (_, index) => ({ index, key: hex('33'), commitment: hex('44') })),
        ),
      ),
    relay: (tx) => Promise.resolve(tx === '00' ? 'not_a_transaction' : tx === '01' ? 'rejected' : 'relayed'),
    stop: () => undefined,
    ...options.node,
  };
  const accounts = openAccounts(dir);
  const { inTurn, end } = createTurns();
  const open = createOpenAccounts({ accounts, sessions, inTurn, say: (line) => log.push(line) });
  const parts = { accounts, sessions, open, inTurn };
  const keeper = createKeeper({ ...parts, accepts: options.accepts ?? { creation: true, rescans: true } });
  const door = createDoor({
    ...createCalls({ keeper, node, network: 'mainnet' }),
    ...{ keeper, port: 0, ip: '127.0.0.1', origins: options.origins ?? [], hosts: [] },
    say: (line) => log.push(line),
    take: (_address, cost) => {
      costs.push(cost);
      return options.tokens?.(cost) ?? true;
    },
  });
  const url = `http://127.0.0.1:${await door.listen()}`;
  const post = (
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    ...{ url, dir, log, costs, state, accounts, post, administration: createAdministration(parts) },
    /** The status and the answer of a call with the right keys. */
    ask: async (path: string, more: object = {}) => {
      const response = await post(path, { address: ADDRESS, view_key: VIEW_KEY, ...more });
      return {
        status: response.status,
        body: parseJson(await response.text()) as Readonly<Record<string, unknown>>,
      };
    },
    /** The wallet changes. */
    change: (next: Partial<typeof state>): void => {
      Object.assign(state, next);
      for (const listener of [...listeners]) listener();
    },
    stop: async (): Promise<void> => {
      await door.stop();
      await end();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
