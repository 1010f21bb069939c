/**
 * `tx_metadata` between programs: monero-wallet-rpc 0.18.4.0 with the same seed relays what our engine built and did not
 * send, and the other way round. Both then report the same.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import {
  FOREIGN_ADDRESS,
  openOwner,
  ourWallet,
  theirWallet,
  type TestWallet,
} from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;

let chain: Regtest;
let ours: TestWallet;
let theirs: TestWallet;

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  ours = ourWallet(chain);
  theirs = await theirWallet(chain);
  for (const wallet of [ours, theirs]) await openOwner(wallet);
});
afterAll(() => chain.dispose());

const mine = async (n: number): Promise<void> => {
  await chain.mine(n, FOREIGN_ADDRESS);
  for (const wallet of [ours, theirs]) await wallet.call('refresh');
};

describe.each([
  ['ours', 'theirs'],
  ['theirs', 'ours'],
])('metadata made by %s and relayed by %s', (builder) => {
  const by = (): TestWallet => (builder === 'ours' ? ours : theirs);
  const via = (): TestWallet => (builder === 'ours' ? theirs : ours);

  test.each([
    ['an address', () => Promise.resolve([{ address: FOREIGN_ADDRESS, amount: XMR }])],
    [
      'an integrated address',
      async () => {
        const { integrated_address: address } = await ours.call('make_integrated_address', {
          standard_address: FOREIGN_ADDRESS,
          payment_id: 'aabbccddeeff0011',
        });
        return [{ address, amount: XMR / 2n }];
      },
    ],
    [
      'itself and somebody else, with several inputs',
      async () => {
        const { address } = await ours.call('create_address', { account_index: 0 });
        const { balance } = await ours.call('get_balance');
        return [
          { address, amount: balance / 3n },
          { address: FOREIGN_ADDRESS, amount: balance / 10n },
        ];
      },
    ],
  ])('pays %s', async (_, payees) => {
    const destinations = await payees();
    const built = await by().call('transfer', {
      destinations,
      do_not_relay: true,
      get_tx_metadata: true,
      get_tx_key: true,
    });
    const { tx_hash } = await via().call('relay_tx', { hex: built.tx_metadata });
    expect(tx_hash).toBe(built.tx_hash);
    expect((await via().call('get_tx_key', { txid: tx_hash })).tx_key).toBe(built.tx_key);
    await mine(12);
    const { transfer } = await via().call('get_transfer_by_txid', { txid: tx_hash });
    const amount = destinations.reduce((sum, each) => sum + each.amount, 0n);
    expect(transfer).toMatchObject({ type: 'out', fee: built.fee, amount });
    await by().call('get_transfer_by_txid', { txid: tx_hash });
    expect(transfer.destinations).toEqual(destinations);
    if (destinations[0]!.address.length > 95) expect(transfer.payment_id).toBe('aabbccddeeff0011');
  });
});
