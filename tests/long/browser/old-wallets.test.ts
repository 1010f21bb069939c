/** The folder of the wallet server that version 0.1 wrote (tests/vectors/wallets-0.1), opened by the wallet server. */
import { cpSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkOldWallet } from '../../browser/old-calls.ts';
import { emptyFolder, startServer } from '../../browser/wallet-server.ts';
import { OLD_FOLDER, readExpected } from '../../vectors/wallets-0.1/old-wallets.ts';

it('the wallet server opens all wallets of an old folder with all their data', async () => {
  const folder = emptyFolder();
  cpSync(OLD_FOLDER, folder.dir, { recursive: true });
  const server = await startServer(['--disable-rpc-login', '--offline', '--wallet-dir', folder.dir]);
  const send = async (body: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${server.port}/json_rpc`, { method: 'POST', body })).text();
  const { wallets } = readExpected('folder');
  expect(Object.keys(wallets).length).toBeGreaterThan(10);
  for (const [name, wallet] of Object.entries(wallets)) await checkOldWallet(send, name, wallet);
  const files = readdirSync(folder.dir).filter((name) => !name.endsWith('.lock'));
  expect(files.sort()).toEqual(readdirSync(OLD_FOLDER).sort());
  server.child.kill('SIGTERM');
  await server.ended;
  folder.remove();
});
