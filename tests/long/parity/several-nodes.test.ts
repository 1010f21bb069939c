/**
 * A wallet with three nodes, which are three addresses of one real monerod: a test takes one down or lets it lie, and every
 * request is recorded with its address.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDaemon } from '../../../src/daemon/daemon.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { formatAddress } from '../../../src/protocol/address/address.ts';
import { dispatch } from '../../../src/rpc/dispatch.ts';
import { createMemoryWalletFiles } from '../../../src/store/memory.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { systemClock, systemRandom } from '../../../src/store/platform.ts';
import { createInlinePool } from '../../../src/wallet/scan/inline-pool.ts';
import { createSession, type OwnedSession } from '../../../src/wallet/session/session.ts';
import { createMemorySettings } from '../../../src/store/memory-settings.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { payFromOwner } from '../../parity/wallet-pair.ts';

const [A, B, C] = ['http://a.localhost:1', 'http://b.localhost:1', 'http://c.localhost:1'] as const;
const addressOf = (keys: ReturnType<typeof accountFromSeed>): string =>
  formatAddress({ network: 'mainnet', kind: 'standard', ...keys });
const PAYEE = addressOf(accountFromSeed(systemRandom.bytes(32)));

/** How far the wallet's clock is ahead of the system's. */
let ahead = 0;
const clock: Clock = {
  now: () => systemClock.now() + ahead,
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
};

let chain: Regtest;
let session: OwnedSession;
let seen: { readonly address: string; readonly path: string; readonly body: string }[];
/** Whether a request to this address gets no answer. */
let isDown: (address: string, path: string) => boolean;
/** Changes an answer of this address. */
let lie: (address: string, answer: string) => string;

const namedFetch = async (url: string, init: RequestInit): Promise<Response> => {
  const { origin: address, pathname: path } = new URL(url);
  const bytes = init.body as Uint8Array;
  seen.push({ address, path, body: Buffer.from(bytes).toString('latin1') });
  if (isDown(address, path))
    throw Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    });
  const response = await fetch(chain.url + path, init);
  if (path.endsWith('.bin')) return response;
  return new Response(lie(address, await response.text()), response);
};

interface Refusal {
  readonly fault: string;
  readonly data: Readonly<Record<string, unknown>>;
}
const ask = async (method: string, params: object = {}) =>
  dispatch(session, { jsonrpc: '2.0', id: 0, method, params });
const call = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
  const { result, error } = await ask(method, params);
  if (!result) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
  return result;
};
const refusal = async (method: string, params: object = {}): Promise<Refusal> => {
  const { error } = await ask(method, params);
  const { fault, ...data } = (error?.data ?? {}) as Record<string, unknown>;
  return { fault: String(fault), data };
};
/** Two passes that fail, more than a second apart; the second one reads from another node. */
const failOver = async (): Promise<void> => {
  await refusal('refresh');
  ahead += 1100;
  await call('refresh');
};
const pay = { destinations: [{ address: PAYEE, amount: 1_000_000_000_000n }], priority: 1 };
const requests = (address: string, path: string) =>
  seen.filter((each) => each.address === address && each.path === path);

/** The wallets of the tests, each with one coin. */
const wallets = Array.from({ length: 4 }, () => accountFromSeed(systemRandom.bytes(32)));

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  await payFromOwner(chain, wallets.map(addressOf), 10_000_000_000_000n);
});
afterAll(() => chain.dispose());

/** A new wallet with one coin that can be spent, which has read nothing yet. */
beforeEach(async () => {
  seen = [];
  isDown = () => false;
  lie = (_address, answer) => answer;
  const keys = wallets.pop()!;
  session = createSession(
    {
      chain: createDaemon({ fetch: namedFetch, clock, random: systemRandom }),
      pool: createInlinePool(decodeBlocks),
      clock,
      random: systemRandom,
      settings: createMemorySettings(),
    },
    createMemoryWalletFiles({ kdf: { memoryKib: 64, passes: 1, lanes: 1 } }),
  );
  session.autoRefresh(false);
  await call('x_set_nodes', { nodes: [A, B, C].map((address) => ({ address, trusted: false })) });
  await session.make({
    name: 'several',
    password: 'pw',
    network: 'mainnet',
    keys,
    seedLanguage: 'English',
    restoreHeight: 0,
    lookahead: { major: 2, minor: 5 },
  });
});

describe('a wallet with three nodes', () => {
  it('reads from the second one when the first one is killed in the middle of a scan, and finds its money', async () => {
    isDown = (address) => address === A && requests(A, '/getblocks.bin').length > 0;
    await failOver();
    expect(await call('x_nodes')).toMatchObject({
      used: { address: B, stand_in: true },
      away: { address: A, fault: 'node_unreachable' },
    });
    expect(await call('get_height')).toMatchObject({ height: await chain.height() });
    expect(Number((await call('get_balance'))['balance'])).toBeGreaterThan(0);
    expect(seen.filter(({ address }) => address === C)).toEqual([]);
  });

  it('asks the second node about a payment only after the person chose it, and pays once', async () => {
    await call('refresh');
    isDown = (address) => address === A && requests(A, '/get_outs.bin').length > 0;
    expect(await refusal('transfer', pay)).toMatchObject({ fault: 'node_unreachable' });
    // The request for ring members reached A and got no answer: A knows them.
    expect(requests(A, '/get_outs.bin').length).toBeGreaterThan(0);
    await failOver();
    expect(await refusal('transfer', pay)).toEqual({
      fault: 'asked_elsewhere',
      data: { address: B, other: A },
    });
    expect(requests(B, '/get_outs.bin')).toEqual([]);
    await call('x_set_node', { address: B, trusted: false });
    const { tx_hash } = await call('transfer', pay);
    expect(
      new Set(seen.filter(({ path }) => path === '/send_raw_transaction').map(({ address }) => address)),
    ).toEqual(new Set([B]));
    await chain.mine(1, PAYEE);
    await call('refresh');
    const { out, failed, pending } = await call('get_transfers', { out: true, failed: true, pending: true });
    expect(out).toMatchObject([{ txid: tx_hash }]);
    expect([failed, pending]).toEqual([undefined, undefined]);
  });

  it('names a node that reports other heights of forks or another chain, and sends nothing', async () => {
    await call('x_set_nodes', { nodes: [A, C].map((address) => ({ address, trusted: false })), compare: C });
    await call('refresh');
    const lies = [
      ['fork_heights', /("earliest_height": )(\d)/g],
      ['tip', /("hash": ")([0-9a-f])/g],
    ] as const;
    for (const [what, where] of lies) {
      lie = (address, answer) =>
        address === A
          ? answer.replace(where, (_, before: string, digit: string) => before + (digit === '1' ? '2' : '1'))
          : answer;
      await call('x_set_nodes', {
        nodes: [A, C].map((address) => ({ address, trusted: false })),
        compare: C,
      });
      expect(await refusal('transfer', pay)).toEqual({
        fault: 'nodes_disagree',
        data: { what, node: A, other: C },
      });
      expect(await call('x_status')).toMatchObject({ disagreement: { what, node: A, other: C } });
    }
    expect(seen.filter(({ path }) => ['/send_raw_transaction', '/get_outs.bin'].includes(path))).toEqual([]);
    lie = (_address, answer) => answer;
    expect(await call('transfer', pay)).toHaveProperty('tx_hash');
  });

  it('shows a transaction to the sending node alone', async () => {
    await call('x_set_nodes', { nodes: [A, B].map((address) => ({ address, trusted: false })), send: B });
    await call('refresh');
    const { tx_blob, tx_hash } = await call('transfer', { ...pay, get_tx_hex: true });
    expect(requests(B, '/send_raw_transaction')).toHaveLength(1);
    const toA = seen.filter(({ address }) => address === A).map(({ body }) => body);
    expect(toA.length).toBeGreaterThan(5);
    for (const secret of [String(tx_blob), String(tx_hash)])
      expect(toA.filter((body) => body.includes(secret))).toEqual([]);
    expect(requests(B, '/get_outs.bin')).toEqual([]);
  });
});
