/**
 * The light-wallet server on a real chain, judged by monero-wallet-rpc, which has the same keys, and by the client that MyMonero
 * publishes on npm, which is installed in a folder of its own.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { parseJson } from '../../../src/base/json.ts';
import { emptyFolder, startServer, type WalletServer } from '../../browser/wallet-server.ts';
import { openFeed } from '../../support/light-wallet/feed-client.ts';
import { expectForm } from '../../support/light-wallet/forms.ts';
import { startRegtest, type JsonObject, type Regtest, type WalletRpc } from '../../support/regtest.ts';
import { until } from '../../support/until.ts';

const XMR = 1_000_000_000_000n;
const CLIENT = '@mymonero/mymonero-lws-client@1.4.2';

let chain: Regtest;
let native: WalletRpc;
let server: WalletServer;
let url: string;
let key: string;
const folders = [emptyFolder(), emptyFolder(), emptyFolder()];
const [wallets, accounts, packages] = folders.map(({ dir }) => dir) as [string, string, string];
const { address } = FIRST_OWNER;

/** The command of the administrator. A blocked event loop would not see that the server ends an idle connection. */
const admin = async (command: string): Promise<string> => {
  const args = ['scripts/wallet-rpc.mjs', '--light-wallet-dir', accounts, '--light-wallet-admin', command];
  return (await promisify(execFile)(process.execPath, args)).stdout;
};
const post = async (path: string, body: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const ask = async (path: string, more: object = {}): Promise<JsonObject> => {
  const response = await post(path, { address, view_key: key, ...more });
  const text = await response.text();
  expect([path, response.status, text]).toEqual([path, 200, text]);
  const answer = parseJson(text) as JsonObject;
  expectForm(path, answer);
  return answer;
};
/** Waits until the account has read the chain. */
const caughtUp = async (): Promise<void> => {
  const top = (await chain.height()) - 1;
  await until(async () => Number((await ask('/get_address_info'))['scanned_block_height']) === top);
};
/** The key images of the native wallet, by the one-time keys of its outputs. */
const ownImages = async (): Promise<ReadonlyMap<string, string>> => {
  const { transfers = [] } = (await native.call('incoming_transfers', { transfer_type: 'all' })) as {
    transfers?: readonly { readonly pubkey: string; readonly key_image: string }[];
  };
  return new Map(transfers.map(({ pubkey, key_image }) => [pubkey, key_image]));
};
interface Spend {
  readonly amount: string;
  readonly key_image: string;
  readonly tx_pub_key: string;
  readonly out_index: number;
}
const spendKey = (txKey: string, index: number, image = ''): string => `${txKey} ${index} ${image}`;
/**
 * What a client computes: received, less the outputs that are spent, that is, whose own key image is told. A ring may contain
 * several outputs of the account, and is told for each.
 */
const balanceOf = async (): Promise<bigint> => {
  const images = await ownImages();
  const { outputs } = await ask('/get_unspent_outs', { amount: '0', mixin: 0, use_dust: true });
  const own = new Set(
    (outputs as readonly JsonObject[]).map((each) =>
      spendKey(
        each['tx_pub_key'] as string,
        each['index'] as number,
        images.get(each['public_key'] as string),
      ),
    ),
  );
  const info = await ask('/get_address_info');
  const spent = (info['spent_outputs'] as unknown as readonly Spend[])
    .filter(({ tx_pub_key, out_index, key_image }) => own.has(spendKey(tx_pub_key, out_index, key_image)))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return BigInt(info['total_received'] as string) - spent;
};
const nativeBalance = async (): Promise<bigint> => {
  await native.call('refresh');
  return BigInt((await native.call('get_balance'))['balance'] as number);
};

beforeAll(async () => {
  chain = await startRegtest({ funded: true });
  native = await chain.walletRpc();
  await native.call('restore_deterministic_wallet', {
    ...{ filename: 'owner', password: '', seed: FIRST_OWNER.seed, restore_height: 0 },
  });
  await native.call('refresh');
  key = (await native.call('query_key', { key_type: 'view_key' }))['key'] as string;
  const password = join(accounts, 'password');
  writeFileSync(password, 'of the accounts');
  server = await startServer([
    ...['--disable-rpc-login', '--regtest', '--wallet-dir', wallets],
    ...['--daemon-address', chain.url.replace('http://', '')],
    ...['--light-wallet-port', '0', '--light-wallet-dir', accounts, '--light-wallet-password-file', password],
  ]);
  url = `http://127.0.0.1:${/Light wallets on .*:(\d+)$/m.exec(server.output())![1]}`;
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await chain.dispose();
  for (const { remove } of folders) remove();
});

describe('the light-wallet server', () => {
  it('makes an account when the administrator accepts it, and scans old blocks when he accepts that', async () => {
    const credentials = { address, view_key: key };
    expect(
      (await post('/login', { ...credentials, create_account: false, generated_locally: false })).status,
    ).toBe(403);
    expect(await ask('/login', { create_account: true, generated_locally: false })).toMatchObject({
      new_address: true,
      start_height: await chain.height(),
    });
    expect((await post('/get_address_info', credentials)).status).toBe(403);
    expect(await admin('list_requests')).toContain(address);
    await admin(`accept_requests create ${address}`);
    expect(await ask('/get_address_info')).toMatchObject({ total_received: '0' });
    expect(await ask('/import_wallet_request', { from_height: 0 })).toMatchObject({
      new_request: true,
      request_fulfilled: false,
    });
    await admin(`accept_requests import ${address}`);
    expect(await ask('/import_request', { from_height: 0 })).toMatchObject({ request_fulfilled: true });
    expect(JSON.parse(await admin('list_accounts'))).toMatchObject({
      active: [{ address, start_height: 0 }],
    });
  });

  it('tells the balance of monero-wallet-rpc, before and after a payment', async () => {
    await caughtUp();
    expect(await balanceOf()).toBe(await nativeBalance());
    await native.call('transfer', { destinations: [{ address: SECOND_OWNER.address, amount: 3n * XMR }] });
    await chain.mine(1, FOREIGN_ADDRESS);
    await caughtUp();
    expect(await balanceOf()).toBe(await nativeBalance());
    const { transactions } = await ask('/get_address_txs');
    const newest = (transactions as readonly JsonObject[]).at(-1)!;
    expect(newest).toMatchObject({ mempool: false, mixin: 15, height: (await chain.height()) - 1 });
  });

  it('gives outputs that open with the view key, with all key images that may spend them', async () => {
    const { outputs, amount } = await ask('/get_unspent_outs', { amount: '0', mixin: 15, use_dust: true });
    const { total_received } = await ask('/get_address_info');
    expect(amount).toBe(total_received);
    const { transfers } = (await native.call('incoming_transfers', { transfer_type: 'all' })) as {
      transfers: readonly { pubkey: string; key_image: string; spent: boolean; global_index: number }[];
    };
    const byKey = new Map((outputs as readonly JsonObject[]).map((each) => [each['public_key'], each]));
    for (const { pubkey, key_image, spent, global_index } of transfers) {
      expect(byKey.get(pubkey)).toMatchObject({ global_index: String(global_index) });
      const images = byKey.get(pubkey)!['spend_key_images'] as readonly string[];
      expect(images.includes(key_image)).toBe(spent);
    }
  });

  it('finds money at subaddresses that its client has asked for', async () => {
    const { address: shop } = await native.call('create_address', { account_index: 0 });
    expect(await ask('/upsert_subaddrs', { subaddrs: [{ key: 0, value: [[0, 5]] }] })).toEqual({
      new_subaddrs: [{ key: 0, value: [[0, 5]] }],
      all_subaddrs: [{ key: 0, value: [[0, 5]] }],
    });
    expect(await ask('/provision_subaddrs', { n_min: 3, get_all: false })).toEqual({
      new_subaddrs: [{ key: 0, value: [[6, 8]] }],
    });
    expect(await ask('/get_subaddrs')).toMatchObject({ all_subaddrs: [{ key: 0, value: [[0, 8]] }] });
    await native.call('transfer', { destinations: [{ address: shop as string, amount: XMR }] });
    await chain.mine(1, FOREIGN_ADDRESS);
    await caughtUp();
    expect(await balanceOf()).toBe(await nativeBalance());
    const { outputs } = await ask('/get_unspent_outs', { amount: '0', mixin: 0, use_dust: true });
    expect(outputs).toContainEqual(
      expect.objectContaining({ amount: String(XMR), recipient: { maj_i: 0, min_i: 1 } }),
    );
  });

  it('chooses decoys that the chain has, and relays transactions', async () => {
    const { amount_outs } = await ask('/get_random_outs', { count: 16, amounts: ['0', '0', '5'] });
    const rings = amount_outs as readonly {
      outputs: readonly { global_index: string; public_key: string; rct: string }[];
    }[];
    expect(rings.map(({ outputs }) => new Set(outputs.map(({ global_index }) => global_index)).size)).toEqual(
      [16, 16, 0],
    );
    const [{ global_index, public_key, rct }] = rings[0]!.outputs as [
      (typeof rings)[number]['outputs'][number],
    ];
    expect(
      await chain.path('/get_outs', { outputs: [{ amount: 0, index: Number(global_index) }] }),
    ).toMatchObject({
      outs: [{ key: public_key, mask: rct, unlocked: true }],
    });
    const { tx_blob } = await native.call('transfer', {
      destinations: [{ address: SECOND_OWNER.address, amount: XMR }],
      ...{ do_not_relay: true, get_tx_hex: true },
    });
    expect((await post('/submit_raw_tx', { tx: (tx_blob as string).slice(0, -2) })).status).toBe(400);
    expect(await ask('/submit_raw_tx', { tx: tx_blob as string })).toEqual({ status: 'OK' });
    expect(await chain.path('/get_transaction_pool')).toMatchObject({ transactions: [{}] });
  });

  it('removes what a reorganisation took back, and tells it to feeds', async () => {
    const feed = await openFeed(url);
    feed.send(`login:${JSON.stringify({ account: { address, view_key: key } })}`);
    /** The prefixes of the messages so far, whose forms are checked. */
    const told = (): readonly string[] =>
      feed.messages.map((text) => {
        const prefix = text.slice(0, text.indexOf(':') + 1);
        expectForm(prefix, parseJson(text.slice(prefix.length)));
        return prefix;
      });
    await until(() => feed.messages.length > 0);
    await chain.mine(1, FOREIGN_ADDRESS);
    await until(() => told().includes('blocks:'));
    await chain.popBlocks(3);
    await chain.mine(4, FOREIGN_ADDRESS);
    await until(() => told().includes('warning:'));
    expect(told()[0]).toBe('tx_sync:');
    feed.close();
    await caughtUp();
    expect(await balanceOf()).toBe(await nativeBalance());
  });

  it('serves the client of MyMonero', async () => {
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefix', packages, CLIENT]);
    const Client = createRequire(join(packages, 'package.json'))(
      '@mymonero/mymonero-lws-client',
    ) as new (options: {
      url: string;
    }) => Readonly<Record<string, (...given: unknown[]) => Promise<JsonObject>>>;
    const client = new Client({ url });
    expect(await client['login']!(key, address)).toEqual({ isNewAddress: false, startHeight: 0 });
    const info = await ask('/get_address_info');
    expect(await client['getAddressInfo']!(key, address)).toMatchObject({
      total_received: info['total_received'],
    });
    expect((await client['getAddressTxs']!(key, address))['transactions']).toHaveLength(
      ((await ask('/get_address_txs'))['transactions'] as readonly unknown[]).length,
    );
    expect((await client['unspentOutputs']!(key, address))['amount']).toBe(info['total_received']);
    expect((await client['randomOutputs']!(2))['amount_outs']).toHaveLength(2);
    await expect(client['submitRawTx']!('00')).rejects.toThrow();
    await expect(client['login']!('0'.repeat(63) + '1', address)).rejects.toThrow('account does not exist');
  });

  it('keeps its accounts when it is started again', async () => {
    const before = await balanceOf();
    const listed = await admin('list_accounts');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const password = join(accounts, 'password');
    server = await startServer([
      ...['--disable-rpc-login', '--regtest', '--wallet-dir', wallets],
      ...['--daemon-address', chain.url.replace('http://', '')],
      ...[
        '--light-wallet-port',
        '0',
        '--light-wallet-dir',
        accounts,
        '--light-wallet-password-file',
        password,
      ],
    ]);
    url = `http://127.0.0.1:${/Light wallets on .*:(\d+)$/m.exec(server.output())![1]}`;
    expect(await admin('list_accounts')).toBe(listed);
    expect(await balanceOf()).toBe(before);
  });
});
