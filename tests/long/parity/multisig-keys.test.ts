/**
 * Multisig wallets made by our engine and monero-wallet-rpc together: one address, their multisig info, and what both
 * refuse.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RpcError, startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import type { Maker } from '../../parity/cold-pair.ts';
import { makeGroup, signerWallets, tellEachOther, type Group } from '../../parity/signers.ts';
import { mineAll, openOwner, ourWallet, theirWallet, type TestWallet } from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;
const GROUPS: readonly (readonly [number, readonly Maker[]])[] = [
  [2, ['ours', 'theirs']],
  [2, ['ours', 'theirs', 'ours']],
  [3, ['theirs', 'ours', 'theirs']],
  [3, ['ours', 'theirs', 'ours', 'theirs', 'theirs']],
  [1, ['theirs', 'ours']],
];

let chain: Regtest;
let payer: TestWallet;
let take: (makers: readonly Maker[]) => Promise<TestWallet[]>;

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  take = signerWallets(chain);
  payer = ourWallet(chain);
  await openOwner(payer);
});
afterAll(() => chain.dispose());

const codeOf = async (run: Promise<unknown>): Promise<number> => {
  try {
    await run;
  } catch (error) {
    if (error instanceof RpcError) return error.code;
    throw error;
  }
  return NaN;
};

const pay = async (addresses: readonly string[]): Promise<void> => {
  await payer.call('refresh');
  await payer.call('transfer', {
    destinations: addresses.map((address, i) => ({ address, amount: XMR + BigInt(i) })),
  });
  await mineAll(chain, 1);
};

describe.each(GROUPS)('%i of %j', (threshold, makers) => {
  let group: Group;
  const refresh = async (): Promise<void> => {
    for (const { call } of group.wallets) await call('refresh');
  };

  test('get the same address in the same number of rounds', async () => {
    group = await makeGroup(await take(makers), threshold, makers);
    expect(group.rounds).toHaveLength(makers.length - threshold + 2);
    for (const { call } of group.wallets) {
      expect(await call('is_multisig')).toMatchObject({
        multisig: true,
        ready: true,
        threshold,
        total: makers.length,
      });
      expect((await call('get_address')).address).toBe(group.address);
    }
  });
  test("compute the same key images from each other's info", async () => {
    const [first] = group.wallets;
    const { address: sub } = await first!.call('create_address', { account_index: 0 });
    await pay([group.address, sub, group.address]);
    await refresh();
    for (const { call } of group.wallets)
      expect(await call('get_balance')).toMatchObject({
        balance: 3n * XMR + 3n,
        multisig_import_needed: true,
      });
    expect(await tellEachOther(group.wallets)).toEqual(makers.map(() => 3));
    const images: string[][] = [];
    for (const { call } of group.wallets) {
      expect(await call('get_balance')).toMatchObject({
        balance: 3n * XMR + 3n,
        multisig_import_needed: false,
      });
      const { transfers } = await call('incoming_transfers', { transfer_type: 'all' });
      images.push(transfers.map(({ key_image }) => key_image));
    }
    expect(new Set(images.map(String)).size).toBe(1);
    expect(images[0]!.every((image) => /^[0-9a-f]{64}$/.test(image))).toBe(true);
    expect(new Set(images[0]).size).toBe(3);
  });
  test('can sign at the threshold, and need new info after new money', async () => {
    await pay([group.address]);
    await refresh();
    // With a threshold of one each signer knows all key images, but this call needs at least one other info.
    const few = group.wallets.slice(0, Math.max(2, threshold));
    expect(await tellEachOther(few)).toEqual(few.map(() => 4));
    for (const { call } of few)
      expect(await call('get_balance')).toMatchObject({
        balance: 4n * XMR + 3n,
        multisig_import_needed: false,
      });
  });
  test('refuse the same calls', async () => {
    const { wallets, rounds } = group;
    const of = (maker: Maker): TestWallet => wallets[makers.indexOf(maker)]!;
    const last = rounds.at(-1)!;
    const first = rounds[0]!;
    const calls: ((wallet: TestWallet) => Promise<unknown>)[] = [
      ({ call }) => call('prepare_multisig', { enable_multisig_experimental: true }),
      ({ call }) => call('make_multisig', { multisig_info: [...first], threshold }),
      ({ call }) => call('exchange_multisig_keys', { multisig_info: [...last] }),
      ({ call }) => call('exchange_multisig_keys', { multisig_info: [] }),
      ({ call }) => call('exchange_multisig_keys', { multisig_info: first.map(() => 'nonsense') }),
      ({ call }) => call('import_multisig_info', { info: makers.map(() => 'no hex') }),
      ({ call }) => call('import_multisig_info', { info: makers.map(() => '00') }),
      // Methods that need the spend key. Signing a message is left out: it makes the reference crash.
      ({ call }) => call('sign', { data: 'x', signature_type: 'view' }),
      ({ call }) => call('get_reserve_proof', { all: true }),
      ({ call }) => call('get_spend_proof', { txid: '00'.repeat(32) }),
      // With a threshold of one a signer has the whole key: the reference signs key images then, ours does not.
      ...(threshold > 1 ? [({ call }: TestWallet) => call('export_key_images', { all: true })] : []),
      ({ call }) => call('export_outputs', { all: true }),
      ({ call }) => call('import_outputs', { outputs_data_hex: '00' }),
      ({ call }) => call('sign_transfer', { unsigned_txset: '00' }),
      ({ call }) => call('submit_transfer', { tx_data_hex: '00' }),
      ({ call }) => call('describe_transfer', { unsigned_txset: '00' }),
      ({ call }) => call('sweep_dust', {}),
      ({ call }) => call('query_key', { key_type: 'other' }),
      ({ call }) => call('setup_background_sync', { background_sync_type: 'reuse-wallet-password' }),
    ];
    for (const each of calls) {
      const ours = await codeOf(each(of('ours')));
      expect([String(each), ours]).toEqual([String(each), await codeOf(each(of('theirs')))]);
    }
    const few = ({ call }: TestWallet) => codeOf(call('import_multisig_info', { info: [] }));
    expect(await few(of('ours'))).toBe(await few(of('theirs')));
  });
  test("can be restored from each other's seed", async () => {
    const { wallets } = group;
    const ours = wallets[makers.indexOf('ours')]!;
    const theirs = wallets[makers.indexOf('theirs')]!;
    for (const [from, to] of [
      [theirs, ourWallet(chain)],
      [ours, ours],
      [ours, theirs],
    ] as const) {
      const { key: seed } = await from.call('query_key', { key_type: 'mnemonic' });
      const { key: spend } = await from.call('query_key', { key_type: 'spend_key' });
      const { key: view } = await from.call('query_key', { key_type: 'view_key' });
      const { address } = await to.call('restore_deterministic_wallet', {
        filename: `restored ${Math.random()}`,
        password: '',
        seed,
        enable_multisig_experimental: true,
      });
      expect(address).toBe(group.address);
      expect((await to.call('query_key', { key_type: 'mnemonic' })).key).toBe(seed);
      expect((await to.call('query_key', { key_type: 'spend_key' })).key).toBe(spend);
      expect((await to.call('query_key', { key_type: 'view_key' })).key).toBe(view);
      expect(await to.call('is_multisig')).toMatchObject({ ready: true, threshold, total: makers.length });
    }
    await ours.call('refresh');
    expect(await ours.call('get_balance')).toMatchObject({ balance: 4n * XMR + 3n });
  });
});

describe('before the key exchange is finished', () => {
  test('both programs refuse the same calls, and wallets do not change', async () => {
    const wallets = [ourWallet(chain), await theirWallet(chain)] as const;
    const infos: string[] = [];
    for (const { call } of wallets) {
      await call('create_wallet', { filename: 'before', password: '', language: 'English' });
      infos.push((await call('prepare_multisig', { enable_multisig_experimental: true })).multisig_info);
    }
    const calls: ((wallet: TestWallet) => Promise<unknown>)[] = [
      ({ call }) => call('export_multisig_info'),
      ({ call }) => call('import_multisig_info', { info: [] }),
      ({ call }) => call('exchange_multisig_keys', { multisig_info: infos }),
      ({ call }) => call('make_multisig', { multisig_info: infos, threshold: 3 }),
      ({ call }) => call('make_multisig', { multisig_info: infos, threshold: 0 }),
      ({ call }) => call('make_multisig', { multisig_info: ['MultisigxV2R1', ...infos], threshold: 2 }),
      ({ call }) => call('make_multisig', { multisig_info: [`${infos[0]}1`, infos[1]!], threshold: 2 }),
    ];
    for (const each of calls) {
      const [ours, theirs] = await Promise.all(wallets.map((wallet) => codeOf(each(wallet))));
      expect([String(each), ours]).toEqual([String(each), theirs]);
    }
    // A stub in 0.18.4, removed in 0.18.5.
    const [stub, theirs] = await Promise.all(
      wallets.map(({ call }) => codeOf(call('finalize_multisig', { multisig_info: infos }))),
    );
    expect(stub).toBe(0);
    expect([0, -32601]).toContain(theirs);
    // The other signer's message twice; our own may be repeated.
    for (const [i, { call }] of wallets.entries()) {
      const twice = [...infos, infos[1 - i]!];
      expect(await codeOf(call('make_multisig', { multisig_info: twice, threshold: 2 }))).toBe(-1);
      expect((await call('is_multisig')).multisig).toBe(false);
    }
    for (const [i, { call }] of wallets.entries())
      await call('make_multisig', { multisig_info: [...infos, infos[i]!], threshold: 2 });
  });
  test('both programs begin the exchange without multisig enabled, and refuse to finish it', async () => {
    const wallets = [ourWallet(chain), await theirWallet(chain)] as const;
    const infos: string[] = [];
    for (const { call } of wallets) {
      await call('create_wallet', { filename: 'not asked', password: '', language: 'English' });
      infos.push((await call('prepare_multisig')).multisig_info);
    }
    const next: string[] = [];
    for (const { call } of wallets)
      next.push((await call('make_multisig', { multisig_info: infos, threshold: 2 })).multisig_info);
    for (const { call } of wallets)
      expect(await codeOf(call('exchange_multisig_keys', { multisig_info: next }))).toBe(-48);
  });
});

test('a native buyer of 2 of 3 gets the address at once from our messages for the round ahead', async () => {
  const [buyer, vendor, arbiter] = await take(['theirs', 'ours', 'ours']);
  const all = [buyer!, vendor!, arbiter!];
  const first: string[] = [];
  for (const { call } of all) {
    await call('create_wallet', { filename: 'ahead', password: '', language: 'English' });
    first.push((await call('prepare_multisig', { enable_multisig_experimental: true })).multisig_info);
  }
  const boosters: string[] = [];
  for (const [i, { call }] of [vendor!, arbiter!].entries()) {
    const params = { password: '', multisig_info: [first[2 - i]!], threshold: 2, num_signers: 3 };
    boosters.push((await call('get_multisig_key_exchange_booster', params)).multisig_info);
  }
  const second: string[] = [];
  for (const { call } of all)
    second.push((await call('make_multisig', { multisig_info: first, threshold: 2 })).multisig_info);
  const third = [(await buyer!.call('exchange_multisig_keys', { multisig_info: boosters })).multisig_info];
  const { address } = await buyer!.call('get_address');
  expect(address).toMatch(/^4/);
  for (const { call } of [vendor!, arbiter!])
    third.push((await call('exchange_multisig_keys', { multisig_info: second })).multisig_info);
  for (const { call } of all)
    expect((await call('exchange_multisig_keys', { multisig_info: third })).address).toBe(address);
  for (const { call } of all) expect((await call('is_multisig')).ready).toBe(true);
});
