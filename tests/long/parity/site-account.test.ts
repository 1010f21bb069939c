/**
 * Money in the account of a web site, on a real chain: monero-wallet-rpc and our wallet find it after a restore from the
 * words, and no account of the person's, made before or after, is the site's.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { mineAll, openOwner, ourWallet, theirWallet, type TestWallet } from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;
const SHOP = 'https://shop.example';
let chain: Regtest;
beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
});
afterAll(() => chain.dispose());

/** A site connects; the person agrees. Answers the index of its account in the wallet, and its address. */
const connect = async ({ call }: TestWallet, origin: string) => {
  const method = 'monero_requestPermissions';
  const { ask } = await call('x_site_request', { origin, method, params: { read: true } });
  await call('x_site_answer', { id: ask!.id, approve: true });
  const { account, address } = (await call('x_sites')).sites.find((site) => site.origin === origin)!;
  return { account, address };
};

test('money in the account of a site is found after a restore, and no other account is the same', async () => {
  const wallet = ourWallet(chain);
  const { call } = wallet;
  await call('create_wallet', { filename: 'one', language: 'English' });
  const before = (await call('create_account', { label: 'Holidays' })).account_index;
  const shop = await connect(wallet, SHOP);
  const other = await connect(wallet, 'https://other.example');
  const after = (await call('create_account', { label: 'Rent' })).account_index;
  expect([before, shop.account, other.account, after]).toEqual([1, 2, 3, 4]);
  const { done } = await call('x_site_request', { origin: SHOP, method: 'create_address', params: {} });
  const second = done!.result!['address'] as string;

  const payer = await theirWallet(chain);
  await openOwner(payer);
  const destinations = [
    { address: shop.address, amount: 2n * XMR },
    { address: second, amount: XMR },
  ];
  await payer.call('transfer', { destinations });
  await mineAll(chain, 10);
  await call('refresh');
  const balance = { origin: SHOP, method: 'get_balance', params: {} };
  expect((await call('x_site_request', balance)).done?.result).toMatchObject({ unlocked_balance: 3n * XMR });

  const seed = (await call('query_key', { key_type: 'mnemonic' })).key;
  const theirs = await theirWallet(chain);
  const ours = ourWallet(chain);
  for (const restored of [theirs, ours]) {
    await restored.call('restore_deterministic_wallet', { filename: 'again', seed });
    await restored.call('refresh');
    const accounts = (await restored.call('get_accounts')).subaddress_accounts;
    expect(accounts.map((row) => row.unlocked_balance)).toEqual([0n, 0n, 3n * XMR]);
    expect(accounts[shop.account]!.base_address).toBe(shop.address);
  }
  // The words do not contain which site had the account: connected again, the site gets another one.
  expect((await connect(ours, SHOP)).account).toBe(3);
});
