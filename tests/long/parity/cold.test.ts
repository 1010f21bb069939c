/**
 * Cold signing in all four pairings of our engine and monero-wallet-rpc 0.18.4.0: ten payments each, with several
 * inputs, from and to subaddresses, a payment id, sweeps, and outputs whose key images the watching wallet lacks. The
 * signer describes each payment; it is mined, and proved to the payee with the signer's transaction key.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRegtest, type Regtest, type WalletRpc } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { cutWallet, exchange, type Halves, type Maker } from '../../parity/cold-pair.ts';
import {
  FOREIGN_ADDRESS,
  openOwner,
  ourWallet,
  theirWallet,
  type Answer,
  type TestWallet,
} from '../../parity/wallet-pair.ts';

const PAIRINGS: readonly (readonly [Maker, Maker])[] = [
  ['ours', 'ours'],
  ['ours', 'theirs'],
  ['theirs', 'ours'],
  ['theirs', 'theirs'],
];
const XMR = 1_000_000_000_000n;

let chain: Regtest;
let payer: TestWallet;
/** The payee, who also checks the proofs. */
let shop: TestWallet & { readonly rpc: WalletRpc };
let shopAddresses: string[];
const halves: Halves[] = [];

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  payer = ourWallet(chain);
  await openOwner(payer);
  shop = await theirWallet(chain);
  await shop.call('create_wallet', { filename: 'shop', password: '', language: 'English' });
  await shop.call('create_address', { account_index: 0, count: 2 });
  const { addresses } = await shop.call('get_address', { account_index: 0 });
  shopAddresses = addresses.map(({ address }) => address);
  for (const [hot, cold] of PAIRINGS) halves.push(await cutWallet(chain, hot, cold));
  for (const { hot } of halves) {
    await hot.call('create_address', { account_index: 0, count: 2 });
    await hot.call('create_account', { label: 'second' });
    await hot.call('create_address', { account_index: 1, count: 1 });
  }
  // Three rounds, so that payments need several inputs.
  for (let round = 0; round < 4; round++) {
    await payer.call('refresh');
    for (const { hot } of halves) {
      const destinations: { address: string; amount: bigint }[] = [];
      for (const account_index of [0, 1]) {
        const { addresses: own } = await hot.call('get_address', { account_index });
        for (const { address: to } of own) destinations.push({ address: to, amount: XMR });
      }
      await payer.call('transfer_split', { destinations });
    }
    await mine();
  }
  await mine(10);
});
afterAll(() => chain.dispose());

const mine = async (n = 1): Promise<void> => {
  await chain.mine(n, FOREIGN_ADDRESS);
  for (const { hot } of halves) await hot.call('refresh');
  await shop.call('refresh');
};

/** Mines until the pool is empty, because the node's block template may be a moment old. */
const mineTx = async (txid: string): Promise<void> => {
  for (let attempt = 0; attempt < 5; attempt++) {
    await mine();
    const { txs } = await chain.path('/get_transactions', { txs_hashes: [txid] });
    if (!(txs as unknown as { in_pool: boolean }[])[0]!.in_pool) return;
  }
  throw new Error('it is not mined');
};

interface Wanted {
  readonly payees: readonly { readonly address: string; readonly amount: bigint }[];
  readonly paymentId?: string;
  readonly own?: boolean;
  readonly account?: number;
}

/** Describes, signs, submits, mines and proves a payment. Answers the signer's description. */
const carryOut = async (
  { hot, cold }: Halves,
  proposed: { readonly unsigned_txset: string; readonly amount: bigint; readonly fee: bigint },
  { payees, paymentId = '', own = false, account = 0 }: Wanted,
): Promise<Answer<'describe_transfer'>> => {
  const { unsigned_txset } = proposed;
  const described = await cold.call('describe_transfer', { unsigned_txset });
  const { summary, desc } = described;
  expect(summary.fee).toBe(proposed.fee);
  expect(summary.amount_in).toBe(summary.amount_out + summary.fee);
  expect(desc).toHaveLength(1);
  expect(desc[0]!.payment_id).toBe(paymentId);
  expect(desc[0]!.unlock_time).toBe(0n);
  expect(desc[0]!.ring_size).toBe(16);
  const shown = [...summary.recipients].map(({ address, amount }) => ({ address, amount })).sort(byAddress);
  if (payees.length > 0) expect(shown).toEqual([...payees].sort(byAddress));

  const signed = await cold.call('sign_transfer', { unsigned_txset, get_tx_keys: true, export_raw: true });
  expect(signed.tx_hash_list).toHaveLength(1);
  const [txid] = signed.tx_hash_list;
  const { tx_hash_list } = await hot.call('submit_transfer', { tx_data_hex: signed.signed_txset });
  expect(tx_hash_list).toEqual([txid]);
  await mineTx(txid!);
  const { transfer } = await hot.call('get_transfer_by_txid', { txid: txid!, account_index: account });
  expect(transfer).toMatchObject({ type: 'out', fee: proposed.fee, amount: proposed.amount });
  const { tx_key } = await cold.call('get_tx_key', { txid: txid! });
  expect(signed.tx_key_list[0]).toBe(tx_key);
  for (const { address, amount } of payees) {
    const standard = paymentId
      ? (await shop.call('split_integrated_address', { integrated_address: address })).standard_address
      : address;
    const proof = await shop.rpc.call('check_tx_key', { txid, tx_key, address: standard });
    expect(BigInt(proof['received'] as number)).toBe(amount);
    if (own) continue;
    const { transfer: received } = await shop.call('get_transfer_by_txid', { txid: txid! });
    expect(received.type).toBe('in');
    if (paymentId) expect(received.payment_id).toBe(paymentId);
  }
  return described;
};
const byAddress = (a: { readonly address: string }, b: { readonly address: string }): number =>
  a.address < b.address ? -1 : 1;

const propose = async (
  { hot }: Halves,
  payees: Wanted['payees'],
  more: Record<string, unknown> = {},
): Promise<Answer<'transfer'>> => {
  const proposed = await hot.call('transfer', { destinations: payees, ...more });
  expect(proposed.unsigned_txset).not.toBe('');
  expect(proposed.tx_hash).toHaveLength(64);
  expect(proposed.tx_key).toBe('');
  return proposed;
};

describe.each(PAIRINGS.map(([hot, cold], i) => [`${hot} hot, ${cold} cold`, i] as const))('%s', (_, i) => {
  const pay = async (payees: Wanted['payees'], wanted: Partial<Wanted> = {}, more = {}) =>
    carryOut(halves[i]!, await propose(halves[i]!, payees, more), { payees, ...wanted });

  test('exchanges outputs and key images', async () => {
    await exchange(halves[i]!);
    const { balance } = await halves[i]!.hot.call('get_balance', { account_index: 0 });
    expect(balance).toBe(12n * XMR);
    expect((await halves[i]!.cold.call('get_balance', { account_index: 1 })).balance).toBe(8n * XMR);
  });

  test('pays an address', async () => {
    const { summary } = await pay([{ address: shopAddresses[0]!, amount: XMR / 2n }]);
    expect(summary.change_address).toBe(halves[i]!.address);
  });

  test('pays with several inputs', async () => {
    const { desc } = await pay([{ address: shopAddresses[0]!, amount: (5n * XMR) / 2n }]);
    // 0.18.4.0 does not list key images yet.
    if (halves[i]!.coldBy === 'ours') expect(desc[0]!.sources.length).toBeGreaterThan(2);
  });

  test('pays a subaddress', async () => {
    await pay([{ address: shopAddresses[1]!, amount: XMR / 3n }]);
  });

  test('pays an address and subaddresses at once', async () => {
    await pay([
      { address: shopAddresses[0]!, amount: XMR / 4n },
      { address: shopAddresses[1]!, amount: XMR / 5n },
      { address: shopAddresses[2]!, amount: XMR / 6n },
    ]);
  });

  test('pays with a payment id', async () => {
    const paymentId = '0123456789abcdef';
    const { integrated_address: address } = await shop.call('make_integrated_address', {
      payment_id: paymentId,
    });
    await pay([{ address, amount: XMR / 7n }], { paymentId });
  });

  test('pays from another account', async () => {
    await pay([{ address: shopAddresses[0]!, amount: XMR / 8n }], { account: 1 }, { account_index: 1 });
  });

  test('pays itself at a subaddress', async () => {
    const { addresses } = await halves[i]!.hot.call('get_address', { account_index: 1 });
    await pay([{ address: addresses[1]!.address, amount: XMR / 9n }], { own: true });
  });

  test('sweeps one output', async () => {
    const { hot } = halves[i]!;
    const { transfers } = await hot.call('incoming_transfers', {
      transfer_type: 'available',
      account_index: 1,
    });
    const { key_image } = transfers.find(({ unlocked, key_image: image }) => unlocked && image !== '')!;
    const address = shopAddresses[2]!;
    const proposed = await hot.call('sweep_single', { key_image, address });
    const { summary } = await carryOut(halves[i]!, proposed, {
      payees: [{ address, amount: proposed.amount }],
      account: 1,
    });
    expect(summary.change_amount).toBe(0n);
  });

  test('sweeps an account', async () => {
    const { hot } = halves[i]!;
    const address = shopAddresses[0]!;
    await mine(10);
    const proposed = await hot.call('sweep_all', { account_index: 1, address, subaddr_indices_all: true });
    expect(proposed.fee_list).toHaveLength(1);
    const amount = proposed.amount_list[0]!;
    await carryOut(
      halves[i]!,
      { unsigned_txset: proposed.unsigned_txset, amount, fee: proposed.fee_list[0]! },
      { payees: [{ address, amount }], account: 1 },
    );
    expect((await hot.call('get_balance', { account_index: 1 })).balance).toBe(0n);
  });

  test('spends change that was never exchanged, because the set contains its output', async () => {
    const { hot } = halves[i]!;
    const { unlocked_balance } = await hot.call('get_balance');
    await pay([{ address: shopAddresses[0]!, amount: unlocked_balance - XMR / 10n }]);
  });

  test('ends with the same balance and history in both halves', async () => {
    await exchange(halves[i]!);
    const { hot, cold } = halves[i]!;
    const there = await hot.call('get_balance', { all_accounts: true, strict: false });
    const here = await cold.call('get_balance', { all_accounts: true });
    expect(here.balance).toBe(there.balance);
  });
});
