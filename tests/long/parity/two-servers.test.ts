/** Two servers on one folder or one database of wallets: a wallet is open in one of them at a time. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { run } from '../../../scripts/tools/setup/process.mjs';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { limit } from '../../support/tier.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { emptyFolder, startServer, type WalletServer } from '../../browser/wallet-server.ts';

let folder: ReturnType<typeof emptyFolder>;
let postgres: TestPostgres;
let chain: Regtest;
const servers: WalletServer[] = [];
const start = async (...flags: string[]): Promise<readonly [WalletServer, WalletServer]> => {
  const pair = [
    await startServer([...flags, '--disable-rpc-login']),
    await startServer([...flags, '--disable-rpc-login']),
  ] as const;
  servers.push(...pair);
  return pair;
};
beforeAll(async () => {
  folder = emptyFolder();
  postgres = await startPostgres();
  chain = await startRegtest({ funded: true });
});
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  await Promise.all([postgres.stop(), chain.dispose()]);
  folder.remove();
});

it.each(['folder', 'database'])(
  'refuses a wallet that another server has open, until that one closes it or is killed: %s',
  async (where) => {
    const store =
      where === 'folder' ? ['--wallet-dir', folder.dir] : ['--wallet-store', await postgres.database()];
    const [first, second] = await start(...store, '--offline');
    const file = { filename: 'mine', password: 'pw' };
    const open = (server: WalletServer): Promise<unknown> => server.call('open_wallet', file);
    await first.call('create_wallet', { ...file, language: 'English' });
    await expect(open(second)).rejects.toThrow(/\(-1\)$/);
    await expect(second.call('get_address', { account_index: 0 })).rejects.toThrow(/\(-13\)$/);
    await first.call('close_wallet');
    await open(second);
    await expect(open(first)).rejects.toThrow(/\(-1\)$/);
    second.child.kill('SIGKILL');
    await second.ended;
    await open(first);
  },
);

it('moves wallets from a folder to the database and back by a command, which refuses one that is open', async () => {
  const [url, source, back] = [await postgres.database(), emptyFolder(), emptyFolder()];
  const from = ['--wallet-dir', source.dir];
  const server = await startServer([...from, '--disable-rpc-login', '--offline']);
  servers.push(server);
  const file = { filename: 'moved', password: 'pw' };
  await server.call('create_wallet', { ...file, language: 'English' });
  const { address } = await server.call('get_address', { account_index: 0 });
  const move = (...flags: string[]): Promise<{ readonly code: number | null; readonly output: string }> =>
    run(process.execPath, [join(projectRoot, 'scripts/wallet-rpc.mjs'), ...flags], { quiet: true });
  const refused = await move(...from, '--move-wallets-to', url);
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining('moved: not copied: wallet_open_elsewhere'),
  ]);
  await server.call('close_wallet');
  expect(await move(...from, '--move-wallets-to', url)).toMatchObject({ code: 0 });
  const { code, output } = await move('--wallet-store', url, '--move-wallets-to', back.dir, '--remove-moved');
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('moved: copied and compared, and removed where it was'),
  ]);
  const last = await startServer(['--wallet-dir', back.dir, '--disable-rpc-login', '--offline']);
  servers.push(last);
  await last.call('open_wallet', file);
  expect(await last.call('get_address', { account_index: 0 })).toMatchObject({ address });
  source.remove();
  back.remove();
});

// threat: two-owners
it('a server that stalled longer than its lease answers, writes and sends nothing of what it had prepared', async () => {
  const [first, second] = await start(
    ...[
      '--wallet-store',
      await postgres.database(),
      '--daemon-address',
      chain.url,
      '--trusted-daemon',
      '--regtest',
    ],
  );
  const file = { filename: 'mine', password: 'pw' };
  await first.call('restore_deterministic_wallet', { ...file, seed: FIRST_OWNER.seed, restore_height: 0 });
  await first.call('refresh');
  const { address } = await first.call('get_address', { account_index: 0 });
  const { tx_metadata: prepared } = await first.call('transfer', {
    destinations: [{ amount: 1_000_000_000, address }],
    ...{ do_not_relay: true, get_tx_metadata: true },
  });
  first.child.kill('SIGSTOP');
  const stalled = performance.now();
  await second.call('open_wallet', file);
  expect(performance.now() - stalled).toBeLessThan(limit(10 / 60));
  await second.call('label_account', { account_index: 0, label: 'of the second' });
  const late = first.call('get_balance', { account_index: 0 });
  first.child.kill('SIGCONT');
  await expect(late).rejects.toThrow(/\(-\d+\)$/);
  await expect(first.call('relay_tx', { hex: prepared })).rejects.toThrow(/\(-\d+\)$/);
  await expect(first.call('label_account', { account_index: 0, label: 'late' })).rejects.toThrow(/\(-\d+\)$/);
  expect((await chain.path('/get_transaction_pool_hashes'))['tx_hashes'] ?? []).toEqual([]);
  const { subaddress_accounts: accounts } = await second.call('get_accounts');
  expect(accounts).toMatchObject([{ label: 'of the second' }]);
});
