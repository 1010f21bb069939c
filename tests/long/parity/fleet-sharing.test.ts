/** --share-wallets: real servers share the view-only wallets of a database, and rebalance when one comes or is killed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { readMnemonic } from '../../../src/library/mnemonics.ts';
import { emptyFolder, startServer, type WalletServer } from '../../browser/wallet-server.ts';
import { createDigestCaller } from '../../support/digest-caller.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { limit } from '../../support/tier.ts';
import { until } from '../../support/until.ts';

const NAMES = ['v0', 'v1', 'v2', 'v3', 'full', 'other'];
const folder = emptyFolder();
let postgres: TestPostgres;
let flags: readonly string[];
const servers: WalletServer[] = [];
const start = async (...more: readonly string[]): Promise<WalletServer> => {
  const server = await startServer([...flags, ...more]);
  servers.push(server);
  return server;
};
beforeAll(async () => {
  postgres = await startPostgres();
  const logins = join(folder.dir, 'logins');
  writeFileSync(logins, NAMES.map((name) => `${name} ${name}:secret`).join('\n'), { mode: 0o600 });
  flags = [
    ...['--wallet-store', await postgres.database(), '--wallet-logins', logins, '--offline'],
    ...['--inner-address', '127.0.0.1:0', '--metrics-port', '0'],
  ];
});
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  await postgres.stop();
  folder.remove();
});

const openIn = async ({ metricsPort }: WalletServer): Promise<readonly string[]> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort()}/metrics`)).text();
  return [...text.matchAll(/^ostro_wallet_open\{wallet="(\w+)"\} 1$/gm)].map(([, name]) => name!);
};
const shares = async (...of: readonly WalletServer[]): Promise<readonly number[]> =>
  Promise.all(of.map(async (server) => (await openIn(server)).filter((name) => name.startsWith('v')).length));
/** Waits until the servers have these shares, at most 15 s. */
const until15 = async (wanted: readonly number[], ...of: readonly WalletServer[]): Promise<void> => {
  const from = performance.now();
  await until(async () => String(await shares(...of)) === String(wanted));
  const ms = performance.now() - from;
  console.log(`${wanted.join(' and ')} wallets after ${Math.round(ms)} ms`);
  expect(ms).toBeLessThan(limit(15 / 60));
};

it('each has its fair share within 15 seconds, also when one comes or is killed, and leaves the others closed', async () => {
  const maker = await start();
  const { address, viewKey } = await readMnemonic(FIRST_OWNER.seed);
  for (const name of NAMES) {
    const login = { username: name, password: 'secret' };
    const { call, end } = createDigestCaller(maker.port, `/wallet/${name}/json_rpc`, login);
    const file = { filename: name, password: name === 'other' ? 'another' : 'pw' };
    if (name === 'full') await call('create_wallet', { ...file, language: 'English' });
    else await call('generate_from_keys', { ...file, address, viewkey: viewKey, restore_height: 0 });
    await call('close_wallet');
    end();
  }
  maker.child.kill('SIGTERM');
  await maker.ended;

  const sharing = ['--share-wallets', '--password', 'pw'];
  const one = await start(...sharing);
  await until(async () => (await shares(one))[0] === 4);
  const two = await start(...sharing);
  await until15([2, 2], one, two);
  one.child.kill('SIGKILL');
  await until15([4], two);
  const three = await start(...sharing);
  await until15([2, 2], two, three);
  const open = [...(await openIn(two)), ...(await openIn(three))];
  expect(open.toSorted()).toEqual(NAMES.filter((name) => name.startsWith('v')));
  // Any of them answers for a wallet that the other one has.
  for (const { port } of [two, three]) {
    const login = { username: 'v2', password: 'secret' };
    const { call, end } = createDigestCaller(port, '/wallet/v2/json_rpc', login);
    expect(await call('get_address', { account_index: 0 })).toMatchObject({ address });
    end();
  }
});
