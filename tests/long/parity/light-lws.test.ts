/**
 * A wallet that uses the real monero-lws. OSTRO_LWS names a folder with monero-lws-daemon and monero-lws-admin of version 1.0 or
 * later (it has `--regtest`); its monerod must be 0.18.5 or later, whose ZMQ answers have all fees (OSTRO_MONERO). Without it
 * nothing is tested here: no distribution has a package of it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { freePort } from '../../../scripts/tools/app/monero.ts';
import type { OwnedSession } from '../../../src/wallet/session/session.ts';
import { callsOf, type TestWallet } from '../../parity/wallet-pair.ts';
import { balancesOf } from '../../support/light-wallet/balances.ts';
import { startEngine } from '../../support/engine.ts';
import { startRegtest, type Regtest, type WalletRpc } from '../../support/regtest.ts';
import { until } from '../../support/until.ts';

const { OSTRO_LWS: folder } = process.env;
const XMR = 1_000_000_000_000n;
const run = promisify(execFile);

describe.skipIf(folder === undefined)('a wallet with monero-lws', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-lws-'));
  let chain: Regtest;
  let native: WalletRpc;
  let lws: ChildProcess;
  let url: string;
  let session: OwnedSession;
  let call: TestWallet['call'];

  const admin = (...args: readonly string[]) =>
    run(join(folder!, 'monero-lws-admin'), ['--db-path', join(dir, 'lws'), ...args]);
  const { nativeBalance, shown, readAll } = balancesOf(() => ({ chain, native, call }));

  beforeAll(async () => {
    const [rpc, pub, rest] = [await freePort(), await freePort(), await freePort()];
    chain = await startRegtest({
      funded: true,
      daemonArgs: ['--zmq-rpc-bind-port', String(rpc), '--zmq-pub', `tcp://127.0.0.1:${pub}`],
    });
    native = await chain.walletRpc();
    await native.call('restore_deterministic_wallet', {
      ...{ filename: 'owner', password: '', seed: FIRST_OWNER.seed, restore_height: 0 },
    });
    const { key } = await native.call('query_key', { key_type: 'view_key' });
    const { address } = await native.call('get_address', { account_index: 0 });
    url = `http://127.0.0.1:${rest}`;
    lws = spawn(
      join(folder!, 'monero-lws-daemon'),
      [
        ...['--network', 'main', '--regtest', '--db-path', join(dir, 'lws'), '--rest-server', url],
        ...['--daemon', `tcp://127.0.0.1:${rpc}`, '--sub', `tcp://127.0.0.1:${pub}`],
        ...['--max-subaddresses', '1000', '--auto-accept-import', '--log-level', '1'],
      ],
      { stdio: 'ignore' },
    );
    // An account that is added before it has read the chain is scanned from the newest checkpoint of mainnet on.
    const top = (await chain.height()) - 1;
    await until(async () => {
      const answer = await fetch(`${url}/get_version`).catch(() => undefined);
      return (
        answer?.ok === true &&
        ((await answer.json()) as { blockchain_height: number }).blockchain_height === top
      );
    });
    await admin('add_account', address as string, key as string);
    await admin('rescan', '0', address as string);
    // The server begins to scan its first account some seconds later.
    await until(async () => {
      const answer = await fetch(`${url}/get_address_info`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ address, view_key: key }),
      });
      return (
        answer.ok && ((await answer.json()) as { scanned_block_height: number }).scanned_block_height === top
      );
    });
    session = startEngine(chain.url);
    call = callsOf(session);
    await call('restore_deterministic_wallet', {
      ...{ filename: 'light', password: '', seed: FIRST_OWNER.seed, restore_height: 0 },
    });
    await call('x_use_light_server', { address: url });
  });
  afterAll(async () => {
    await session.close();
    const ended = once(lws, 'exit');
    lws.kill('SIGKILL');
    await ended;
    await chain.dispose();
    rmSync(dir, { recursive: true, force: true });
  });

  it('has the balance of monero-wallet-rpc', async () => {
    await readAll();
    expect(await call('x_light_server', {})).toMatchObject({ in_use: true, open: true });
    expect(await shown()).toEqual(await nativeBalance());
  });

  it('pays from outputs that the server named', async () => {
    const { balance } = await shown();
    const { tx_hash, fee } = await call('transfer', {
      destinations: [{ address: SECOND_OWNER.address, amount: 2n * XMR }],
    });
    expect((await shown()).balance).toBe(balance - 2n * XMR - fee);
    await chain.mine(1, FOREIGN_ADDRESS);
    await readAll();
    expect(await shown()).toEqual(await nativeBalance());
    const { out } = await call('get_transfers', { out: true, pending: true });
    expect(out.map(({ txid }) => txid)).toContain(tx_hash);
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
  });
});
