/**
 * Exchange of outputs and key images between watching and signing wallet, in all four pairings of our engine and
 * monero-wallet-rpc: whole and incremental, with money on subaddresses, after spending, wrong and damaged.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RpcError, startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { coldWallet, cutWallet, type Halves, type Maker } from '../../parity/cold-pair.ts';
import { FOREIGN_ADDRESS, openOwner, ourWallet, type TestWallet } from '../../parity/wallet-pair.ts';

const PAIRINGS: readonly (readonly [Maker, Maker])[] = [
  ['ours', 'ours'],
  ['ours', 'theirs'],
  ['theirs', 'ours'],
  ['theirs', 'theirs'],
];
const XMR = 1_000_000_000_000n;

let chain: Regtest;
let payer: TestWallet;
const halves: Halves[] = [];

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  payer = ourWallet(chain);
  await openOwner(payer);
  for (const [hot, cold] of PAIRINGS) halves.push(await cutWallet(chain, hot, cold));
});
afterAll(() => chain.dispose());

const each = PAIRINGS.map(([hot, cold], i) => [`${hot} hot, ${cold} cold`, i] as const);

const mine = async (n = 1): Promise<void> => {
  await chain.mine(n, FOREIGN_ADDRESS);
  for (const { hot } of halves) await hot.call('refresh');
};
const payAll = async (amount: bigint): Promise<void> => {
  await payer.call('refresh');
  const destinations: { address: string; amount: bigint }[] = [];
  for (const { hot } of halves) {
    const { addresses } = await hot.call('get_address', { account_index: 0 });
    for (const { address } of addresses) destinations.push({ address, amount });
  }
  await payer.call('transfer_split', { destinations });
  await mine();
};

const refusal = async (run: Promise<unknown>): Promise<{ code: number; message: string }> => {
  try {
    await run;
  } catch (error) {
    if (error instanceof RpcError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('it was not refused');
};

describe('the first exchange transfers all outputs and key images', () => {
  beforeAll(async () => {
    for (const { hot } of halves) await hot.call('create_address', { account_index: 0, count: 2 });
    await payAll(XMR);
  });
  test.each(each)('%s', async (_, i) => {
    const { hot, cold } = halves[i]!;
    const { outputs_data_hex } = await hot.call('export_outputs', { all: true });
    expect(await cold.call('import_outputs', { outputs_data_hex })).toEqual({ num_imported: 3 });
    const keys = await cold.call('export_key_images', { all: true });
    expect(keys.offset).toBe(0);
    expect(keys.signed_key_images).toHaveLength(3);
    const taken = await hot.call('import_key_images', keys);
    expect(taken).toEqual({ height: expect.any(Number) as number, spent: 0n, unspent: 3n * XMR });
    expect((await cold.call('get_balance')).balance).toBe(3n * XMR);
  });
});

describe('the second exchange transfers only what is new', () => {
  beforeAll(() => payAll(2n * XMR));
  test.each(each)('%s', async (_, i) => {
    const { hot, cold } = halves[i]!;
    const { outputs_data_hex } = await hot.call('export_outputs', {});
    expect(await cold.call('import_outputs', { outputs_data_hex })).toEqual({ num_imported: 6 });
    const keys = await cold.call('export_key_images', {});
    const taken = await hot.call('import_key_images', keys);
    expect(taken.unspent).toBe(9n * XMR);
    const again = await hot.call('export_outputs', {});
    expect((await cold.call('import_outputs', again)).num_imported).toBe(0);
    expect((await cold.call('get_balance')).balance).toBe(9n * XMR);
  });
});

describe('exports in several parts can be imported together', () => {
  test.each(each)('%s', async (_, i) => {
    const { hot } = halves[i]!;
    const fresh = await coldWallet(chain, halves[i]!.coldBy);
    const { key } = await halves[i]!.cold.call('query_key', { key_type: 'mnemonic' });
    await fresh.call('restore_deterministic_wallet', { filename: 'fresh', password: '', seed: key });
    const piece = async (start: number, count: number) =>
      hot.call('export_outputs', { all: true, start, count });
    const gap = await refusal(fresh.call('import_outputs', await piece(2, 2)));
    expect(gap.code).toBe(-1);
    expect(gap.message).toContain('omit more outputs');
    expect(await fresh.call('import_outputs', await piece(0, 2))).toEqual({ num_imported: 2 });
    expect(await fresh.call('import_outputs', await piece(2, 100))).toEqual({ num_imported: 6 });
    expect((await fresh.call('get_balance')).balance).toBe(9n * XMR);
  });
});

describe('wrong and damaged exports are refused by both programs', () => {
  test.each(each)('%s', async (_, i) => {
    const { hot, cold } = halves[i]!;
    const other = halves[(i + 1) % 4]!;
    expect((await refusal(hot.call('export_outputs', { all: true, count: 0 }))).code).toBe(-1);
    expect((await refusal(hot.call('export_outputs', { all: false, start: 1 }))).code).toBe(-1);
    const { outputs_data_hex: hex } = await hot.call('export_outputs', { all: true });
    expect((await refusal(other.cold.call('import_outputs', { outputs_data_hex: hex }))).code).toBe(-1);
    expect((await refusal(cold.call('import_outputs', { outputs_data_hex: `${hex}0` }))).code).toBe(-26);
    expect((await refusal(cold.call('import_outputs', { outputs_data_hex: hex.slice(2) }))).code).toBe(-1);
    const warm = await refusal(hot.call('import_outputs', { outputs_data_hex: hex }));
    expect(warm.code).toBe(-1);
    expect(warm.message).toContain('Hot wallets cannot import outputs');
    const { signed_key_images: images } = await cold.call('export_key_images', { all: true });
    const { signed_key_images: foreign } = await other.cold.call('export_key_images', { all: true });
    const put = async (offset: number, signed_key_images: typeof images) =>
      refusal(hot.call('import_key_images', { offset, signed_key_images }));
    expect((await put(7, images)).code).toBe(-1);
    expect((await put(1, images)).code).toBe(-1);
    expect((await put(0, foreign)).code).toBe(-9);
    expect((await put(1, images.slice(0, 2))).code).toBe(-9);
    const [first] = images;
    expect((await put(0, [{ ...first!, key_image: 'zz' }])).code).toBe(-10);
    expect((await put(0, [{ ...first!, signature: '00' }])).code).toBe(-9);
    // A point outside the main subgroup.
    const torsion = '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05';
    expect((await put(0, [{ ...first!, key_image: torsion }])).code).toBe(-1);
    expect((await hot.call('get_balance')).balance).toBe(9n * XMR);
    expect((await cold.call('get_balance')).balance).toBe(9n * XMR);
  });
});

describe('a watching wallet cannot export key images of its own', () => {
  test.each(each)('%s', async (_, i) => {
    // The reference computes wrong key images without a spend key, or notices that it did.
    if (halves[i]!.hotBy === 'theirs') return;
    expect((await refusal(halves[i]!.hot.call('export_key_images', { all: true }))).code).toBe(-29);
  });
});

describe('a signing wallet of ours that connects to a node', () => {
  test('scans the chain, and its own outputs replace the imported ones', async () => {
    const { hot, cold } = halves[0]!;
    const { key: seed } = await cold.call('query_key', { key_type: 'mnemonic' });
    const fresh = await coldWallet(chain, 'ours');
    await fresh.call('restore_deterministic_wallet', { filename: 'fresh', password: '', seed });
    await fresh.call('import_outputs', await hot.call('export_outputs', { all: true }));
    expect(await fresh.call('get_balance')).toMatchObject({ balance: 9n * XMR, unlocked_balance: 0n });
    await mine(10);
    await fresh.call('set_daemon', { address: chain.url, trusted: true });
    await fresh.call('refresh');
    expect(await fresh.call('get_balance')).toMatchObject({ balance: 9n * XMR, unlocked_balance: 9n * XMR });
    expect((await fresh.call('get_transfers', { in: true })).in).toHaveLength(6);
    const outputs = await hot.call('export_outputs', { all: true });
    expect((await refusal(fresh.call('import_outputs', outputs))).message).toContain('Hot wallets');
  });
});
