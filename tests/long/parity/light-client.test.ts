/**
 * A wallet that uses our own light-wallet server over HTTP: its balance, history and payments against monero-wallet-rpc, and lies of the
 * server, which the chain contradicts when the wallet reads it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import type { OwnedSession } from '../../../src/wallet/session/session.ts';
import { emptyFolder, startServer, type WalletServer } from '../../browser/wallet-server.ts';
import { callsOf, type TestWallet } from '../../parity/wallet-pair.ts';
import { balancesOf } from '../../support/light-wallet/balances.ts';
import { startEngine } from '../../support/engine.ts';
import { startLyingServer, type LyingServer } from '../../support/light-wallet/lying-server.ts';
import { startRegtest, type JsonObject, type Regtest, type WalletRpc } from '../../support/regtest.ts';

const XMR = 1_000_000_000_000n;

let chain: Regtest;
let native: WalletRpc;
let server: WalletServer;
let lying: LyingServer;
let session: OwnedSession;
let call: TestWallet['call'];
const folders = [emptyFolder(), emptyFolder()];
const [wallets, accounts] = folders.map(({ dir }) => dir) as [string, string];

const { nativeBalance, shown, readAll } = balancesOf(() => ({ chain, native, call }));

beforeAll(async () => {
  chain = await startRegtest({ funded: true });
  native = await chain.walletRpc();
  await native.call('restore_deterministic_wallet', {
    ...{ filename: 'owner', password: '', seed: FIRST_OWNER.seed, restore_height: 0 },
  });
  const password = join(accounts, 'password');
  writeFileSync(password, 'of the accounts');
  server = await startServer([
    ...['--disable-rpc-login', '--regtest', '--wallet-dir', wallets],
    ...['--daemon-address', chain.url.replace('http://', '')],
    ...['--light-wallet-port', '0', '--light-wallet-dir', accounts, '--light-wallet-password-file', password],
    ...['--light-wallet-accept', 'create,import'],
  ]);
  lying = await startLyingServer(
    `http://127.0.0.1:${/Light wallets on .*:(\d+)$/m.exec(server.output())![1]}`,
  );
  session = startEngine(chain.url);
  call = callsOf(session);
  await call('restore_deterministic_wallet', {
    ...{ filename: 'light', password: '', seed: FIRST_OWNER.seed, restore_height: 0 },
  });
});
afterAll(async () => {
  await session.close();
  await lying.stop();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await chain.dispose();
  for (const { remove } of folders) remove();
});

describe('a wallet with a light-wallet server', () => {
  it('has the balance of monero-wallet-rpc without reading a block', async () => {
    await call('x_use_light_server', { address: lying.url });
    await readAll();
    expect(await shown()).toEqual(await nativeBalance());
    expect(await call('x_light_server', {})).toMatchObject({ in_use: true, open: true, subaddresses: true });
    expect(await call('x_status', {})).toMatchObject({
      light_server: { address: lying.url, open: true },
      height: 0,
    });
  });

  it('sends the address, the view key, numbers of addresses and a height, and nothing else', () => {
    const fields = new Map<string, Set<string>>();
    for (const [path, request] of lying.asked)
      fields.set(path, new Set([...(fields.get(path) ?? []), ...Object.keys(request)]));
    expect(Object.fromEntries([...fields].map(([path, names]) => [path, [...names].sort()]))).toEqual({
      '/login': ['address', 'create_account', 'generated_locally', 'view_key'],
      '/get_address_txs': ['address', 'view_key'],
      '/upsert_subaddrs': ['address', 'get_all', 'subaddrs', 'view_key'],
      '/import_wallet_request': ['address', 'from_height', 'view_key'],
      '/get_unspent_outs': ['address', 'amount', 'dust_threshold', 'mixin', 'use_dust', 'view_key'],
    });
  });

  it('pays from outputs that the server named, with rings and relay of its node', async () => {
    const before = lying.asked.length;
    const { balance } = await shown();
    const { tx_hash, fee } = await call('transfer', {
      destinations: [{ address: SECOND_OWNER.address, amount: 2n * XMR }],
    });
    expect(await chain.path('/get_transaction_pool')).toMatchObject({
      transactions: [{ id_hash: tx_hash }],
    });
    expect(lying.asked.slice(before)).toEqual([]);
    expect((await shown()).balance).toBe(balance - 2n * XMR - fee);
    await chain.mine(1, FOREIGN_ADDRESS);
    await readAll();
    expect(await shown()).toEqual(await nativeBalance());
    const { out } = await call('get_transfers', { out: true, pending: true });
    const nativeOut = (await native.call('get_transfers', { out: true }))['out'] as JsonObject[];
    expect(out.map(({ txid, amount, fee: paid }) => [txid, amount, paid])).toEqual(
      nativeOut.map(({ txid, amount, fee: paid }) => [
        txid,
        BigInt(amount as number),
        BigInt(paid as number),
      ]),
    );
    expect(out[0]!.txid).toBe(tx_hash);
  });

  it('finds money at its subaddresses', async () => {
    const { address } = await call('create_address', { account_index: 0 });
    await native.call('transfer', { destinations: [{ address, amount: XMR }] });
    await chain.mine(1, FOREIGN_ADDRESS);
    await readAll();
    expect(await shown()).toEqual(await nativeBalance());
  });

  it('reads the chain when it goes back to its node, and finds that the server was right', async () => {
    await call('x_leave_light_server', {});
    await call('refresh', {});
    expect(await call('x_light_server', {})).toMatchObject({ in_use: false, compared: true });
    expect((await call('x_light_server', {})).differences).toEqual([]);
    expect(await shown()).toEqual(await nativeBalance());
    expect((await call('get_transfers', { out: true })).out).toHaveLength(2);
  });

  // threat: changed-blocks
  it('counts no amount that does not open, and names what the server hid', async () => {
    await call('x_leave_light_server', { forget: true });
    const real = await shown();
    lying.lies = {
      '/get_unspent_outs': (answer) => {
        const [first, _second, ...others] = answer['outputs'] as JsonObject[];
        return { ...answer, outputs: [{ ...first, amount: '1' }, ...others] };
      },
      '/get_address_txs': (answer) => ({
        ...answer,
        transactions: (answer['transactions'] as JsonObject[]).map((tx) => ({ ...tx, spent_outputs: [] })),
      }),
    };
    await call('x_use_light_server', { address: lying.url });
    await readAll();
    expect(await call('x_light_server', {})).toMatchObject({ open: true, refused: 1 });
    await call('x_leave_light_server', {});
    const { compared, differences } = await call('x_light_server', {});
    expect(compared).toBe(true);
    const kinds = differences.map(({ kind }) => kind).sort();
    expect(kinds.slice(0, 2)).toEqual(['not_named', 'not_named']);
    expect(new Set(kinds.slice(2))).toEqual(new Set(['spend_not_named']));
    expect(await shown()).toEqual(real);
  });

  it('keeps what it has when the server answers in a wrong form or closes the account', async () => {
    lying.lies = {};
    await call('x_use_light_server', { address: lying.url });
    await readAll();
    const before = await shown();
    lying.lies = { '/get_unspent_outs': () => ({ outputs: 'none' }) };
    await call('refresh', {});
    expect(await call('x_light_server', {})).toMatchObject({ problem: { fault: 'node_bad_answer' } });
    lying.lies = { '/get_address_txs': () => 403 };
    await call('refresh', {});
    expect(await call('x_light_server', {})).toMatchObject({ waiting: true });
    expect(await shown()).toEqual(before);
  });
});
