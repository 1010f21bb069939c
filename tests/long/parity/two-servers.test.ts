/** Two servers on one folder or one database of wallets: a wallet is open in one of them at a time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
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

it('a server that stalled longer than its lease can neither write nor send what it had prepared', async () => {
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
  await second.call('open_wallet', file);
  await second.call('label_account', { account_index: 0, label: 'of the second' });
  first.child.kill('SIGCONT');
  await expect(first.call('relay_tx', { hex: prepared })).rejects.toThrow(/\(-\d+\)$/);
  await expect(first.call('label_account', { account_index: 0, label: 'late' })).rejects.toThrow(/\(-\d+\)$/);
  expect((await chain.path('/get_transaction_pool_hashes'))['tx_hashes'] ?? []).toEqual([]);
  const { subaddress_accounts: accounts } = await second.call('get_accounts');
  expect(accounts).toMatchObject([{ label: 'of the second' }]);
});
