/**
 * Cold payments of many sizes between our engine and monero-wallet-rpc, each as the watching and as the signing side: to 1
 * to 150 recipients, and of 200 outputs at once, on subaddresses of two accounts. All are signed, sent and mined.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cutWallet, exchange, type Halves, type Maker } from '../../parity/cold-pair.ts';
import { FOREIGN_ADDRESS, openOwner, ourWallet, type TestWallet } from '../../parity/wallet-pair.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { limit } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';

const PAIRINGS: readonly (readonly [Maker, Maker])[] = [
  ['ours', 'theirs'],
  ['theirs', 'ours'],
];
const OUTPUTS = 200;
const PART = 200_000_000_000n;

let chain: Regtest;
let payer: TestWallet;
const halves: Halves[] = [];
let payees: string[];

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  payer = ourWallet(chain);
  await openOwner(payer);
  await payer.call('x_auto_lock', { minutes: 0 });
  const { addresses } = await payer.call('create_address', { account_index: 0, count: 150 });
  payees = [...addresses];
  for (const [hot, cold] of PAIRINGS) {
    const pair = await cutWallet(chain, hot, cold);
    halves.push(pair);
    for (const [side, maker] of [
      [pair.hot, hot],
      [pair.cold, cold],
    ] as const)
      if (maker === 'ours') await side.call('x_auto_lock', { minutes: 0 });
    await pair.hot.call('create_address', { account_index: 0, count: 3 });
    await pair.hot.call('create_account', { label: 'second' });
    await pair.hot.call('create_address', { account_index: 1, count: 3 });
  }
  for (const { hot } of halves) {
    const { addresses: first } = await hot.call('get_address', { account_index: 0 });
    const { addresses: second } = await hot.call('get_address', { account_index: 1 });
    // 40 outputs in account 0, which pays many; 200 in account 1, which are spent at once.
    const wanted = [
      ...Array.from({ length: 40 }, (_, i) => first[i % first.length]!),
      ...Array.from({ length: OUTPUTS }, (_, i) => second[i % second.length]!),
    ];
    for (let at = 0; at < wanted.length; at += 120) {
      await payer.call('refresh');
      const destinations = wanted.slice(at, at + 120).map(({ address }) => ({ address, amount: PART }));
      await payer.call('transfer_split', { destinations });
      await chain.mine(10, FOREIGN_ADDRESS);
    }
  }
  for (const pair of halves) {
    await pair.hot.call('refresh');
    await exchange(pair);
  }
}, limit(20));
afterAll(() => chain.dispose());

const carryOut = async (
  { hot, cold }: Halves,
  unsigned_txset: string,
  transactions: number,
): Promise<void> => {
  expect(unsigned_txset).not.toBe('');
  const { desc } = await cold.call('describe_transfer', { unsigned_txset });
  expect(desc).toHaveLength(transactions);
  const signed = await cold.call('sign_transfer', { unsigned_txset });
  expect(signed.tx_hash_list).toHaveLength(transactions);
  const { tx_hash_list } = await hot.call('submit_transfer', { tx_data_hex: signed.signed_txset });
  expect(tx_hash_list).toEqual(signed.tx_hash_list);
  for (let attempt = 0; attempt < 5; attempt++) {
    await chain.mine(1, FOREIGN_ADDRESS);
    const { txs } = await chain.path('/get_transactions', { txs_hashes: signed.tx_hash_list });
    if ((txs as unknown as { in_pool: boolean }[]).every(({ in_pool }) => !in_pool)) break;
    expect(attempt).toBeLessThan(4);
  }
  await hot.call('refresh');
};

describe.each(PAIRINGS.map(([hot, cold], i) => [`${hot} hot, ${cold} cold`, i] as const))('%s', (_, i) => {
  test.each([1, 2, 15, 16, 60, 150])(
    'pays %i recipients',
    async (count) => {
      const { hot } = halves[i]!;
      const destinations = payees
        .slice(0, count)
        .map((address, n) => ({ address, amount: 1_000_000n + BigInt(n) }));
      const { unsigned_txset, amount_list } = await hot.call('transfer_split', { destinations });
      expect(amount_list.length).toBeGreaterThanOrEqual(Math.ceil(count / 15));
      await carryOut(halves[i]!, unsigned_txset, amount_list.length);
      await chain.mine(10, FOREIGN_ADDRESS);
      await hot.call('refresh');
    },
    limit(10),
  );
  test(
    'spends 200 outputs of several subaddresses at once',
    async () => {
      const { hot } = halves[i]!;
      const { unsigned_txset, amount_list } = await hot.call('sweep_all', {
        address: payees[0]!,
        account_index: 1,
        subaddr_indices_all: true,
      });
      expect(amount_list.length).toBeGreaterThan(1);
      await carryOut(halves[i]!, unsigned_txset, amount_list.length);
      expect((await hot.call('get_balance', { account_index: 1 })).balance).toBe(0n);
    },
    limit(20),
  );
});
