/** Wallets of the package in PostgreSQL. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWallet, openWallet, postgres } from '../../../src/library/wallets.ts';
import { nodePlatform } from '../../../src/library/node-platform.ts';
import { setPlatform } from '../../../src/library/platform.ts';
import { sourceTree } from '../../../src/nodejs/source-tree.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

let server: TestPostgres;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.database();
  setPlatform(nodePlatform(sourceTree));
});
afterAll(() => server.stop());

it('a wallet is open in one program at a time, and has what was stored', async () => {
  const here = postgres(url);
  const elsewhere = postgres(url);
  const file = { name: 'shop', password: 'pw' };
  const made = await createWallet({ ...file, storage: here });
  await made.call('label_account', { account_index: 0, label: 'Tea' });
  await expect(openWallet({ ...file, storage: elsewhere })).rejects.toMatchObject({
    reason: 'wallet_open_elsewhere',
  });
  await made.close();
  const opened = await openWallet({ ...file, storage: elsewhere });
  expect(await opened.call('get_accounts')).toMatchObject({ subaddress_accounts: [{ label: 'Tea' }] });
  await opened.close();
});
