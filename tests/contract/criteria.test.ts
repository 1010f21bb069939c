/**
 * The criteria of getmonero.org for wallets (monero-project/monero-site, issue 2412), as far as no other test shows it: `npm run criteria`
 * runs it with those.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDaemon } from '../../src/daemon/daemon.ts';
import { decodeBlocks } from '../../src/daemon/bin/get-blocks.ts';
import { dispatch } from '../../src/rpc/dispatch.ts';
import { createMemoryWalletFiles } from '../../src/store/memory.ts';
import { systemClock, systemRandom } from '../../src/store/platform.ts';
import { createInlinePool } from '../../src/wallet/scan/inline-pool.ts';
import { createSession, type OwnedSession } from '../../src/wallet/session/session.ts';

const ROOT = join(import.meta.dirname, '../..');
const PASSWORD = 'correct horse';

describe('a wallet without a server', () => {
  /** Every request that anything makes, with all that it says. */
  let requests: string[];
  let sessions: OwnedSession[];
  const refuse: typeof fetch = (input, init) => {
    const { url, headers } = new Request(input, init);
    const body = init?.body instanceof Uint8Array ? new TextDecoder('latin1').decode(init.body) : init?.body;
    requests.push(`${url} ${JSON.stringify([...headers])} ${typeof body === 'string' ? body : ''}`);
    return Promise.reject(new TypeError('no network'));
  };
  beforeEach(() => {
    requests = [];
    sessions = [];
    vi.stubGlobal('fetch', refuse);
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    for (const session of sessions) await session.close();
  });
  const device = () => {
    const session = createSession(
      {
        chain: createDaemon({ fetch: refuse, clock: systemClock, random: systemRandom }),
        pool: createInlinePool(decodeBlocks),
        clock: systemClock,
        random: systemRandom,
        settings: { get: () => Promise.resolve(undefined), set: () => Promise.resolve() },
      },
      createMemoryWalletFiles({ kdf: { memoryKib: 64, passes: 1, lanes: 1 } }),
    );
    session.autoRefresh(false);
    sessions.push(session);
    return async (method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
      const { result, error } = await dispatch(session, { jsonrpc: '2.0', id: 0, method, params });
      if (error) throw new Error(`${method}: ${error.message}`);
      return result as Record<string, unknown>;
    };
  };
  const words = async (ask: ReturnType<typeof device>) =>
    String((await ask('query_key', { key_type: 'mnemonic' }))['key']);

  it('is made from a name and a password, is locked, opened and restored, and nobody is asked', async () => {
    const here = device();
    await here('create_wallet', { filename: 'purse', password: PASSWORD, language: 'English' });
    const seed = await words(here);
    const { address } = await here('get_address');
    await here('close_wallet');
    await expect(here('open_wallet', { filename: 'purse', password: 'wrong' })).rejects.toThrow();
    await here('open_wallet', { filename: 'purse', password: PASSWORD });
    // The words alone are the wallet, on any device.
    const elsewhere = device();
    await elsewhere('restore_deterministic_wallet', {
      filename: 'other',
      password: 'x',
      seed,
      restore_height: 1,
    });
    expect(await elsewhere('get_address')).toMatchObject({ address });
    expect(requests).toEqual([]);
  });

  it('gives a node that it asks neither keys nor words, address, name or password', async () => {
    const ask = device();
    await ask('x_set_node', { address: 'https://node.example:18089', trusted: false });
    await ask('create_wallet', { filename: 'purse', password: PASSWORD, language: 'English' });
    await ask('refresh').catch(() => undefined);
    await ask('x_node_health', { address: 'https://node.example:18089' }).catch(() => undefined);
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) expect(request).toMatch(/^https:\/\/node\.example:18089\//);
    const keys = await Promise.all(
      ['view_key', 'spend_key'].map(async (key_type) =>
        String((await ask('query_key', { key_type }))['key']),
      ),
    );
    const secrets = [
      ...keys,
      await words(ask),
      String((await ask('get_address'))['address']),
      PASSWORD,
      'purse',
    ];
    for (const secret of secrets) expect(requests.join('\n')).not.toContain(secret);
  });
});

/** A source of rates is asked if the person chose one. The last one is a name in a format, which nobody asks. */
const CHOSEN = ['api.coingecko.com', 'localhost', '127.0.0.1', 'www.w3.org'];

const FREE = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'OFL-1.1',
  '0BSD',
  'Unlicense',
]);

describe('the sources', () => {
  const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const files = ['src', 'workers', 'index.html', 'connect.html', 'frame.html'].flatMap((name) =>
    name.endsWith('.html')
      ? [name]
      : readdirSync(join(ROOT, name), { recursive: true, encoding: 'utf8' })
          .filter((each) => /\.(?:ts|mjs|svelte)$/.test(each))
          .map((each) => join(name, each)),
  );
  const withoutComments = (text: string) =>
    text.replaceAll(/\/\*[^]*?\*\/|<!--[^]*?-->/g, '').replaceAll(/(?:^|\s)\/\/.*/g, '');

  it('name no host but nodes and sources of rates that a person chooses', () => {
    expect(files.length).toBeGreaterThan(800);
    const publicNodes = join('src', 'ui', 'features', 'node', 'public-nodes.ts');
    // `.invalid` and `.example` are hosts of nobody.
    const named = files
      .filter((path) => path !== publicNodes)
      .flatMap((path) =>
        [...withoutComments(textOf(path)).matchAll(/\b(?:https?|wss?):\/\/([\w*-]+(?:\.[\w*-]+)*)/g)].map(
          ([, host]) => ({
            path,
            host: host!,
          }),
        ),
      )
      .filter(({ host }) => !/\.(?:invalid|example)$/.test(host) && !CHOSEN.includes(host));
    expect(named).toEqual([]);
  });
  it('have no call of the browser that reports in the background', () => {
    const reporting = files.filter((path) =>
      /sendBeacon|ReportingObserver|\bping=/.test(withoutComments(textOf(path))),
    );
    expect(reporting).toEqual([]);
  });
  it('are free software, and so is every package of others that a build contains', () => {
    expect(textOf('LICENSE')).toMatch(/^MIT License/);
    const { license } = JSON.parse(textOf('package.json')) as { readonly license: string };
    expect(license).toBe('MIT');
    const { packages } = JSON.parse(textOf('package-lock.json')) as {
      readonly packages: Readonly<Record<string, { readonly license?: string; readonly dev?: boolean }>>;
    };
    const other = Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .filter(
        ([, { license = '' }]) =>
          !license.split(' OR ').some((each) => FREE.has(each.replaceAll(/[()]/g, ''))),
      );
    expect(other.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });
});
