/** What is stored outside a wallet's file, and what a locked wallet reveals: docs/privacy.md, 13, 20 and 22. */
import { describe, expect, it } from 'vitest';
import { createDaemon } from '../../src/daemon/daemon.ts';
import { decodeBlocks } from '../../src/daemon/bin/get-blocks.ts';
import type { AppSettings } from '../../src/ports/app-settings.ts';
import { accountFromSeed } from '../../src/protocol/keys/account.ts';
import { dispatch } from '../../src/rpc/dispatch.ts';
import { registry } from '../../src/rpc/registry.gen.ts';
import { createMemoryWalletFiles } from '../../src/store/memory.ts';
import { systemClock, systemRandom } from '../../src/store/platform.ts';
import { createInlinePool } from '../../src/wallet/scan/inline-pool.ts';
import { createSession, type OwnedSession } from '../../src/wallet/session/session.ts';

const ADDRESS = 'http://127.0.0.1:1';
const LOGIN = { username: 'ada', password: 'a password of a node' };

/** A session without a network, and all app settings that it ever stored. */
const offlineSession = async (): Promise<{ session: OwnedSession; kept: Map<string, string> }> => {
  const kept = new Map<string, string>();
  const settings: AppSettings = {
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, value) => {
      if (value !== undefined) kept.set(key, value);
      return Promise.resolve();
    },
  };
  const session = createSession(
    {
      chain: createDaemon({
        fetch: () => Promise.reject(new TypeError('no network')),
        clock: systemClock,
        random: systemRandom,
      }),
      pool: createInlinePool(decodeBlocks),
      clock: systemClock,
      random: systemRandom,
      settings,
    },
    createMemoryWalletFiles({ kdf: { memoryKib: 64, passes: 1, lanes: 1 } }),
  );
  session.autoRefresh(false);
  await session.make({
    name: 'purse',
    password: 'pw',
    network: 'mainnet',
    keys: accountFromSeed(systemRandom.bytes(32)),
    seedLanguage: 'English',
    restoreHeight: 100,
  });
  return { session, kept };
};

// threat: wrong-host
describe('the login of a node', () => {
  it('is stored inside the wallet only, and is there again when the wallet opens', async () => {
    const { session, kept } = await offlineSession();
    await session.preferNode({ address: ADDRESS, ...LOGIN });
    expect([...kept.values()].join()).toContain(ADDRESS);
    for (const secret of Object.values(LOGIN)) expect([...kept.values()].join()).not.toContain(secret);

    await session.close();
    session.world.chain.use({ address: ADDRESS });
    await session.openFile('purse', 'pw');
    expect(session.world.chain.node).toMatchObject({ address: ADDRESS, ...LOGIN });
    await session.close();
  });

  it('is removed from an address that contains it', async () => {
    const { session, kept } = await offlineSession();
    const { username, password } = LOGIN;
    const typed = ADDRESS.replace(
      '://',
      `://${encodeURIComponent(username)}:${encodeURIComponent(password)}@`,
    );
    await session.preferNode({ address: typed });
    expect(session.world.chain.node).toMatchObject({ address: ADDRESS, ...LOGIN });
    expect([...kept.values()].join()).not.toContain(password);
    await session.close();
  });
});

// threat: keys-after-lock
describe('a locked wallet', () => {
  it('answers no_wallet to every method about it; the list shows only name and dates', async () => {
    const { session } = await offlineSession();
    const ask = async (method: string): Promise<Record<string, unknown>> => ({
      ...(await dispatch(session, { jsonrpc: '2.0', id: 0, method, params: {} })),
    });
    expect((await ask('get_balance'))['result']).toBeDefined();
    await session.close();

    expect(() => session.wallet).toThrow('no_wallet');
    const reading = Object.keys(registry).filter((name) =>
      /^(get_(?!version|languages)|query_key)/.test(name),
    );
    expect(reading.length).toBeGreaterThan(5);
    for (const name of reading) expect([name, (await ask(name))['result']]).toEqual([name, undefined]);
    const { wallets } = (await ask('x_list_wallets'))['result'] as { wallets: Record<string, unknown>[] };
    expect(wallets.map((wallet) => Object.keys(wallet).sort())).toEqual([
      ['created_at', 'name', 'open_elsewhere', 'used_at'],
    ]);
    expect(JSON.stringify((await ask('x_status'))['result'])).not.toContain('purse');
  });
});
