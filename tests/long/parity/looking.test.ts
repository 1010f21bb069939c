/**
 * Outputs, payments and looking again, on a real node: our wallet beside monero-wallet-rpc 0.18.4.0 with the same seed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { known } from '../../support/rpc/fixture.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import {
  FOREIGN_ADDRESS,
  openOwner,
  ourWallet,
  theirWallet,
  type TestWallet,
} from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;
const HISTORY = { in: true, out: true, pending: true, failed: true, all_accounts: true };

let chain: Regtest;
let ours: ReturnType<typeof ourWallet>;
let theirs: TestWallet;
let paid: string;

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  ours = ourWallet(chain);
  theirs = await theirWallet(chain);
  for (const wallet of [ours, theirs]) await openOwner(wallet);
  const sent = await ours.call('transfer', {
    destinations: [
      { address: FOREIGN_ADDRESS, amount: XMR },
      { address: known.addresses[1]!.address, amount: 2n * XMR },
    ],
  });
  paid = sent.tx_hash;
  await chain.mine(12, FOREIGN_ADDRESS);
  for (const wallet of [ours, theirs]) await wallet.call('refresh');
});
afterAll(() => chain.dispose());

/** Calls both, which must give the same answer. */
const same = async (...[method, params]: Parameters<TestWallet['call']>): Promise<void> => {
  expect(await ours.call(method, params), method).toEqual(await theirs.call(method, params));
};

describe('outputs and payments', () => {
  test('are the same in both programs', async () => {
    for (const transfer_type of ['all', 'available', 'unavailable'])
      await same('incoming_transfers', { transfer_type });
    await same('incoming_transfers', { transfer_type: 'all', subaddr_indices: [1] });
    // The reference lists payments in no particular order.
    const byHeight = async (wallet: TestWallet, min_block_height: number) =>
      (await wallet.call('get_bulk_payments', { min_block_height })).payments.toSorted(
        (a, b) => a.block_height - b.block_height,
      );
    for (const height of [0, 1, 2, 3])
      expect(await byHeight(ours, height)).toEqual(await byHeight(theirs, height));
    await same('get_payments', { payment_id: known.paymentId });
    await same('get_height');
    await same('get_address');
    await same('get_balance', { all_accounts: true });
  });
  test('have the same estimated sizes and weights', async () => {
    for (const n_inputs of [1, 2, 17])
      for (const n_outputs of [1, 2, 3, 16])
        for (const ring_size of [0, 16])
          await same('estimate_tx_size_and_weight', { n_inputs, n_outputs, ring_size, rct: true });
  });
  test('leave the balance of both programs while frozen, and return when thawed', async () => {
    const { transfers } = await ours.call('incoming_transfers', { transfer_type: 'available' });
    const { key_image } = transfers[0]!;
    for (const wallet of [ours, theirs]) await wallet.call('freeze', { key_image });
    await same('frozen', { key_image });
    await same('get_balance');
    for (const wallet of [ours, theirs]) await wallet.call('thaw', { key_image });
    await same('frozen', { key_image });
    await same('get_balance');
  });
});

describe('rescanning', () => {
  test('the whole chain finds everything again, and keeps what is not on the chain', async () => {
    const before = await ours.call('get_transfers', HISTORY);
    expect(before.out[0]!.destinations).toHaveLength(2);
    await ours.call('rescan_blockchain');
    expect(await ours.call('get_transfers', HISTORY)).toEqual(before);
    await same('incoming_transfers', { transfer_type: 'all' });
    expect((await ours.call('get_tx_key', { txid: paid })).tx_key).toMatch(/^[0-9a-f]+$/);
  });
  test('spent outputs changes nothing when no spend was missed', async () => {
    const before = await ours.call('incoming_transfers', { transfer_type: 'all' });
    await ours.call('rescan_spent');
    expect(await ours.call('incoming_transfers', { transfer_type: 'all' })).toEqual(before);
  });
  test('single transactions finds an output from before the birthday, and that it was spent', async () => {
    const late = ourWallet(chain);
    const height = await chain.height();
    await late.call('restore_deterministic_wallet', {
      filename: 'late',
      seed: known.seed,
      restore_height: height,
    });
    await late.call('refresh');
    expect(await late.call('get_balance')).toMatchObject({ balance: 0n });
    const { transfers } = await ours.call('incoming_transfers', { transfer_type: 'all' });
    await late.call('scan_tx', { txids: [...new Set(transfers.map(({ tx_hash }) => tx_hash))] });
    const { balance } = await ours.call('get_balance');
    expect(await late.call('get_balance')).toMatchObject({ balance });
    const seen = await late.call('incoming_transfers', { transfer_type: 'all' });
    expect(seen).toEqual(await ours.call('incoming_transfers', { transfer_type: 'all' }));
  });
});

describe('calls of the page', () => {
  test('preview a fee near the real one at every level; a sweep leaves nothing', async () => {
    const request = { destinations: [{ address: FOREIGN_ADDRESS, amount: XMR }] };
    const { levels } = await ours.call('x_preview', request);
    for (const { priority, fee } of levels) {
      const built = await ours.call('transfer', { ...request, priority, do_not_relay: true });
      expect(Math.abs(Number(fee - built.fee)) / Number(built.fee)).toBeLessThan(0.06);
    }
    const all = await ours.call('x_preview', {
      destinations: [{ address: FOREIGN_ADDRESS, amount: 0n }],
      sweep: true,
    });
    const swept = await ours.call('sweep_all', {
      address: FOREIGN_ADDRESS,
      subaddr_indices_all: true,
      priority: 2,
      do_not_relay: true,
    });
    const { unlocked_balance } = await ours.call('get_balance');
    expect(swept.amount_list[0]! + swept.fee_list[0]!).toBe(unlocked_balance);
    expect(
      Math.abs(Number(all.levels[1]!.fee - swept.fee_list[0]!)) / Number(swept.fee_list[0]!),
    ).toBeLessThan(0.06);
  });
  test("report a node's version and the height of a date", async () => {
    const height = await chain.height();
    expect(await ours.call('x_node_health', { address: chain.url })).toMatchObject({
      height,
      network: 'mainnet',
      devnet: true,
      synchronized: true,
    });
    expect(await ours.call('x_height_at', { timestamp: Math.floor(Date.now() / 1000) })).toEqual({
      // All blocks are younger than a day, which the method subtracts.
      height: 1,
      tip: height,
    });
  });
});
