/**
 * `refresh` with `start_height` on a real chain: our engine and monero-wallet-rpc with the wallets of one seed skip the same
 * blocks, and find what is in them when they scan again.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { FOREIGN_ADDRESS, ourWallet, theirWallet, type TestWallet } from '../../parity/wallet-pair.ts';

let chain: Regtest;
let ours: TestWallet;
let theirs: TestWallet;
let address: string;

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest();
  ours = ourWallet(chain);
  theirs = await theirWallet(chain);
  for (const { call } of [ours, theirs]) await call('auto_refresh', { enable: false });
  await ours.call('create_wallet', { filename: 'made', language: 'English' });
  const { key: seed } = await ours.call('query_key', { key_type: 'mnemonic' });
  for (const { call } of [ours, theirs])
    ({ address } = await call('restore_deterministic_wallet', {
      filename: 'restored',
      seed,
      restore_height: 0,
    }));
});
afterAll(() => chain.dispose());

/** What a wallet says after a refresh. */
const after = async ({ call }: TestWallet, start_height: number) => {
  const refreshed = await call('refresh', { start_height });
  return { ...refreshed, ...(await seen({ call })) };
};
const seen = async ({ call }: TestWallet) => ({
  ...(await call('get_height')),
  balance: (await call('get_balance')).balance,
  found: (await call('get_transfers', { in: true })).in.map(({ height }) => height).sort((a, b) => a - b),
});
const both = async (start_height: number) => {
  const [mine, native] = [await after(ours, start_height), await after(theirs, start_height)];
  expect(mine).toEqual(native);
  return mine;
};

it('refresh skips the blocks below start_height, as monero-wallet-rpc does, until the wallet is scanned again', async () => {
  await chain.mine(10, address);
  await chain.mine(20, FOREIGN_ADDRESS);
  await chain.mine(3, address);
  await chain.mine(70, FOREIGN_ADDRESS);
  const found = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
  // A fresh wallet.
  expect((await both(25)).found).toEqual(found(31, 3));
  // Below what is read: nothing is read a second time.
  await chain.mine(2, address);
  expect((await both(5)).found).toEqual([...found(31, 3), 104, 105]);
  // Above what is read.
  await chain.mine(2, address);
  await chain.mine(10, FOREIGN_ADDRESS);
  expect((await both(112)).found).toEqual([...found(31, 3), 104, 105]);
  // Far above: more than a reorg may take lies between.
  await chain.mine(2, address);
  await chain.mine(150, FOREIGN_ADDRESS);
  await chain.mine(1, address);
  expect((await both(260)).found).toEqual([...found(31, 3), 104, 105, 270]);
  // Above the chain: all of it is skipped, unless only one or two blocks are new.
  await chain.mine(2, address);
  expect((await both(10_000)).found).toEqual([...found(31, 3), 104, 105, 270, 271, 272]);
  await chain.mine(3, address);
  expect((await both(10_000)).found).toEqual([...found(31, 3), 104, 105, 270, 271, 272]);
  await chain.mine(1, address);
  expect((await both(0)).found).toEqual([...found(31, 3), 104, 105, 270, 271, 272, 276]);
  // What was skipped is found again.
  for (const { call } of [ours, theirs]) await call('rescan_blockchain');
  expect(await seen(ours)).toEqual(await seen(theirs));
  expect((await seen(ours)).found).toHaveLength(26);
});
