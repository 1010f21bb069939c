/** `npm run app-rpc`: the app in a browser answers over HTTP like the wallet server, with files in the same folder. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/tools/app/app.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { emptyFolder, startServer, type WalletServer } from '../../browser/wallet-server.ts';
import { headlessShell } from '../../support/browser.ts';
import { startRegtest } from '../../support/regtest.ts';

it('makes, reads and saves a wallet, which the wallet server opens afterwards', async () => {
  await ensureBuilt();
  const folder = emptyFolder();
  await using chain = await startRegtest();
  const flags = [
    ...['--disable-rpc-login', '--regtest', '--wallet-dir', folder.dir],
    ...['--daemon-address', chain.url.replace('http://', '')],
  ];
  const end = async ({ child, ended }: WalletServer): Promise<void> => {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(readdirSync(folder.dir).toSorted()).toEqual(['mine', 'mine.keys']);
  };
  const inBrowser = await startServer(flags, {
    program: join(projectRoot, 'scripts/run.mjs'),
    before: ['tests/support/app-rpc/main.ts'],
    env: { OSTRO_CHROMIUM: headlessShell() },
  });
  await inBrowser.call('create_wallet', { filename: 'mine', password: 'pw', language: 'English' });
  const { address } = await inBrowser.call('get_address');
  await chain.mine(1, address as string);
  await inBrowser.call('refresh');
  const balance = await inBrowser.call('get_balance');
  expect(balance['balance']).toBeGreaterThan(0);
  await end(inBrowser);
  const inNode = await startServer(flags);
  await inNode.call('open_wallet', { filename: 'mine', password: 'pw' });
  expect(await inNode.call('get_balance')).toEqual(balance);
  await end(inNode);
  folder.remove();
});
