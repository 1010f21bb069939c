/**
 * What a node sees of a wallet that receives, is used and pays: the test records and searches every request of a real
 * session with a real monerod. The numbers are those of docs/privacy.md.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concat, utf8 } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { createDaemon } from '../../../src/daemon/daemon.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { formatAddress } from '../../../src/protocol/address/address.ts';
import { readEpee } from '../../../src/protocol/encoding/epee.ts';
import { extraPaymentId, parseExtra } from '../../../src/protocol/tx/extra.ts';
import { toAbsoluteOffsets } from '../../../src/protocol/tx/offsets.ts';
import { keyInputs } from '../../../src/protocol/tx/prefix.ts';
import { readTransaction } from '../../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../../src/protocol/tx/types.ts';
import { dispatch } from '../../../src/rpc/dispatch.ts';
import { createMemoryWalletFiles } from '../../../src/store/memory.ts';
import { systemClock, systemRandom } from '../../../src/store/platform.ts';
import { createInlinePool } from '../../../src/wallet/scan/inline-pool.ts';
import { createSession, type OwnedSession } from '../../../src/wallet/session/session.ts';
import { createMemorySettings } from '../../../src/store/memory-settings.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';

interface Seen {
  readonly path: string;
  readonly url: string;
  readonly init: RequestInit;
  readonly body: Uint8Array;
  readonly answer: Uint8Array;
}

const seen: Seen[] = [];
const recordingFetch = async (url: string, init: RequestInit): Promise<Response> => {
  const body = init.body instanceof Uint8Array ? new Uint8Array(init.body) : new Uint8Array();
  const response = await fetch(url, init);
  const answer = new Uint8Array(await response.arrayBuffer());
  seen.push({ path: new URL(url).pathname, url, init, body, answer });
  return new Response(answer, response);
};

const KEYS = accountFromSeed(systemRandom.bytes(32));
const OTHER = accountFromSeed(systemRandom.bytes(32));
const NAME = 'savings of Ada';
const PASSWORD = 'correct horse battery';
const LABEL = 'rent from Grace';
const NOTE = 'for the boat';
const OWN = formatAddress({ network: 'mainnet', kind: 'standard', ...KEYS });
const PAYEE = formatAddress({ network: 'mainnet', kind: 'standard', ...OTHER });
const AMOUNT = 1_234_567_890_123n;

let chain: Regtest;
let session: OwnedSession;
const call = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
  const { result, error } = await dispatch(session, { jsonrpc: '2.0', id: 0, method, params });
  if (!result) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
  return result;
};
const pay = (more: object = {}): Promise<Record<string, unknown>> =>
  call('transfer', {
    destinations: [{ address: PAYEE, amount: AMOUNT }],
    do_not_relay: true,
    get_tx_hex: true,
    get_tx_metadata: true,
    ...more,
  });
const txOf = (built: Record<string, unknown>): Transaction =>
  readTransaction(fromHex(String(built['tx_blob'])));
/** Ring by key image, in hex. */
const ringsOf = (tx: Transaction): Map<string, string> =>
  new Map(
    keyInputs(tx.prefix).map(({ keyImage, keyOffsets }) => [
      toHex(keyImage),
      toAbsoluteOffsets(keyOffsets).join(),
    ]),
  );

let first: Record<string, unknown>;
let dearer: Record<string, unknown>;
let subaddress = '';
beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest();
  const daemon = createDaemon({ fetch: recordingFetch, clock: systemClock, random: systemRandom });
  session = createSession(
    {
      chain: daemon,
      pool: createInlinePool(decodeBlocks),
      clock: systemClock,
      random: systemRandom,
      settings: createMemorySettings(),
    },
    createMemoryWalletFiles({ kdf: { memoryKib: 64, passes: 1, lanes: 1 } }),
  );
  session.autoRefresh(false);
  daemon.use({ address: chain.url });
  await session.make({
    name: NAME,
    password: PASSWORD,
    network: 'mainnet',
    keys: KEYS,
    seedLanguage: 'English',
    restoreHeight: 0,
  });
  subaddress = String((await call('create_address', { account_index: 0, label: LABEL }))['address']);
  await chain.mine(140, OWN);
  await call('refresh');
  first = await pay();
  dearer = await pay({ priority: 3 });
  await call('relay_tx', { hex: first['tx_metadata'] });
  await call('set_tx_notes', { txids: [first['tx_hash']], notes: [NOTE] });
  await call('refresh');
  await chain.mine(2, PAYEE);
  await call('refresh');
  await call('get_transfers', { in: true, out: true, pending: true });
});
afterAll(async () => {
  await session.close();
  await chain.dispose();
});

// threat: private-requests
describe('what a node sees', () => {
  it('1: is these requests and no others', () => {
    const methods = seen.map(({ path, body }) =>
      path === '/json_rpc' ? (JSON.parse(new TextDecoder().decode(body)) as { method: string }).method : path,
    );
    const asked = new Set(methods);
    // Asked once a minute: this test may end before.
    asked.delete('/get_transaction_pool_stats');
    expect([...asked].sort()).toEqual([
      '/get_info',
      '/get_output_distribution.bin',
      '/get_outs.bin',
      '/get_transaction_pool_hashes',
      '/get_transactions',
      '/getblocks.bin',
      '/send_raw_transaction',
      'get_block_headers_range',
      'get_fee_estimate',
      'get_txpool_backlog',
      'hard_fork_info',
    ]);
  });

  it('1: contains no key, address, name, label, note, password or amount', () => {
    const texts = [OWN, PAYEE, subaddress, NAME, PASSWORD, LABEL, NOTE, String(AMOUNT)].map(utf8);
    const keys = [KEYS, OTHER].flatMap((keys) => Object.values(keys) as Uint8Array[]);
    const secrets = [...texts, ...keys, ...keys.map((key) => utf8(toHex(key)))];
    const sentBytes = Buffer.from(concat(...seen.flatMap(({ url, body }) => [utf8(url), body])));
    expect(
      secrets.filter((secret) => sentBytes.includes(Buffer.from(secret))).map((secret) => toHex(secret)),
    ).toEqual([]);
    // The search finds what the requests do contain.
    expect(sentBytes.includes(String(first['tx_blob']))).toBe(true);
  });

  it('2: contains no cookie, referrer, cache entry or header of ours; redirects are not followed', () => {
    for (const { init } of seen) {
      expect(init).toMatchObject({
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        redirect: 'manual',
      });
      expect(init.headers ?? {}).toEqual({});
    }
  });

  it('3: is a request for 75 outputs around each input, ascending', () => {
    const asked = seen
      .filter(({ path }) => path === '/get_outs.bin')
      .map(({ body }) => readEpee(body).sections('outputs'));
    expect(asked).toHaveLength(2);
    for (const [i, outputs] of asked.entries()) {
      const inputs = keyInputs(txOf([first, dearer][i]!).prefix);
      expect(outputs).toHaveLength(75 * inputs.length);
      const indices = outputs.map((output) => output.number('index'));
      for (let at = 0; at < indices.length; at += 75) {
        const one = indices.slice(at, at + 75);
        expect(one).toEqual([...new Set(one)].sort((a, b) => a - b));
      }
    }
  });

  it('5: is one ring for one key image, however often the payment is built', () => {
    const [before, after] = [ringsOf(txOf(first)), ringsOf(txOf(dearer))];
    const shared = [...before.keys()].filter((image) => after.has(image));
    for (const image of shared) expect(after.get(image)).toBe(before.get(image));
    expect(shared.length).toBeGreaterThan(0);
  });

  it('7: is a transaction of the common shape', () => {
    const { prefix, rct } = txOf(first);
    expect([prefix.version, prefix.unlockTime, prefix.outputs.length]).toEqual([2, 0n, 2]);
    expect(prefix.outputs.every(({ viewTag }) => viewTag !== undefined)).toBe(true);
    expect(extraPaymentId(parseExtra(prefix.extra))?.kind).toBe('encrypted');
    expect(keyInputs(prefix).every(({ keyOffsets }) => keyOffsets.length === 16)).toBe(true);
    expect(rct?.type).toBe(6);
  });

  it('8: is a request for transactions only because they are in its pool, and then for all of them', () => {
    let pool = '';
    const lookups: string[] = [];
    for (const { path, body, answer } of seen) {
      const text = new TextDecoder().decode(path === '/get_transactions' ? body : answer);
      if (path === '/get_transaction_pool_hashes') pool = text;
      if (path !== '/get_transactions') continue;
      const { txs_hashes: asked } = JSON.parse(text) as { txs_hashes: string[] };
      lookups.push(...asked);
      expect(asked.every((id) => pool.includes(id))).toBe(true);
    }
    expect(lookups).toContain(first['tx_hash']);
  });
});
