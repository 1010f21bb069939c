/** Two servers on one folder of wallets: a wallet is open in one of them at a time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyFolder, startServer, type WalletServer } from '../../browser/wallet-server.ts';

let folder: ReturnType<typeof emptyFolder>;
const servers: WalletServer[] = [];
beforeAll(async () => {
  folder = emptyFolder();
  const flags = ['--wallet-dir', folder.dir, '--offline', '--disable-rpc-login'];
  servers.push(await startServer(flags), await startServer(flags));
});
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  folder.remove();
});

it('refuses a wallet that another server has open, until that one closes it or is killed', async () => {
  const [first, second] = servers as [WalletServer, WalletServer];
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
});
