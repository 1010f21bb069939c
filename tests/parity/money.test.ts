/**
 * Our wallet and monero-wallet-rpc pay each other, sign each other's cold payments, and sign together, on one chain; each
 * time the reference judges. All shapes of payments, cold payments and signers: payments, cold and multisig-… in
 * tests/long/parity.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_OWNER, SECOND_OWNER } from '../../scripts/tools/app/funded-chain.ts';
import { startRegtest, type Regtest } from '../support/regtest.ts';
import { known } from '../support/rpc/fixture.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import { coldWallet, exchange, type Maker } from './cold-pair.ts';
import { expectSameMoney } from './compare.ts';
import { makeGroup, tellEachOther } from './signers.ts';
import {
  FOREIGN_ADDRESS,
  mineAll,
  openOwner,
  ourWallet,
  theirWallet,
  type Answer,
  type TestWallet,
} from './wallet-pair.ts';

const XMR = 1_000_000_000_000n;

let chain: Regtest;
let ours: TestWallet;
let theirs: Awaited<ReturnType<typeof theirWallet>>;

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  ours = ourWallet(chain);
  theirs = await theirWallet(chain);
  await openOwner(ours);
  await openOwner(theirs, SECOND_OWNER, 'payee');
});
afterAll(() => chain.dispose());

interface Destination {
  readonly address: string;
  readonly amount: bigint;
}
type Sent = Pick<Answer<'transfer'>, 'tx_hash' | 'tx_key' | 'fee' | 'weight'>;

/** The transaction is in the pool, with the weight that its sender answered and the fee that follows from it. */
const expectRelayed = async ({ tx_hash, fee, weight }: Sent): Promise<void> => {
  const { transactions = [] } = await chain.path('/get_transaction_pool');
  expect(transactions).toMatchObject([{ id_hash: tx_hash, weight, do_not_relay: false }]);
  const { fees, quantization_mask } = await chain.daemon('get_fee_estimate');
  const mask = BigInt(quantization_mask as number);
  const perByte = BigInt((fees as readonly number[])[0]!);
  expect(fee).toBe(((BigInt(weight) * perByte + mask - 1n) / mask) * mask);
};
const expectProven = async (txid: string, tx_key: string, paid: readonly Destination[]): Promise<void> => {
  for (const { address, amount } of paid) {
    const proof = await theirs.rpc.call('check_tx_key', { txid, tx_key, address });
    expect(proof).toMatchObject({ in_pool: false, received: Number(amount) });
  }
};
/** Answers the receiver's entry of each address. */
const received = async (payee: TestWallet, txid: string) => {
  await payee.call('refresh');
  const { transfers } = await payee.call('get_transfer_by_txid', { txid });
  return transfers
    .map(({ address, amount, payment_id, type, confirmations }) => ({
      ...{ address, amount, payment_id, type, confirmations },
    }))
    .sort((a, b) => Number(a.amount - b.amount));
};

describe('payments', () => {
  test('of ours to an address and a subaddress arrive and are proven to their payees', async () => {
    const { address: sub } = await theirs.call('create_address', { account_index: 0 });
    const destinations = [
      { address: SECOND_OWNER.address, amount: XMR },
      { address: sub, amount: 2n * XMR + 1n },
    ];
    const sent = await ours.call('transfer', { destinations, priority: 1, get_tx_key: true });
    await expectRelayed(sent);
    await mineAll(chain, 1);
    const common = { payment_id: '0'.repeat(16), type: 'in', confirmations: 1 };
    expect(await received(theirs, sent.tx_hash)).toEqual(
      destinations.map((each) => ({ ...each, ...common })),
    );
    await expectProven(sent.tx_hash, sent.tx_key, destinations);
  });

  test('of theirs to an integrated address arrive with the payment id', async () => {
    const payment_id = '0123456789abcdef';
    const { integrated_address: address } = await ours.call('make_integrated_address', { payment_id });
    const destinations = [{ address, amount: 3n * XMR }];
    const sent = await theirs.call('transfer', { destinations, priority: 1 });
    await expectRelayed(sent);
    await mineAll(chain, 1);
    expect(await received(ours, sent.tx_hash)).toEqual([
      { address: FIRST_OWNER.address, amount: 3n * XMR, payment_id, type: 'in', confirmations: 1 },
    ]);
  });

  test('are in the same history and the same balances of a reference wallet of our words', async () => {
    await openOwner(theirs, FIRST_OWNER, 'restored');
    await expectSameMoney(ours, theirs, { restored: true });
  });
});

describe('a cold payment', () => {
  test.each<readonly [Maker, Maker]>([
    ['ours', 'theirs'],
    ['theirs', 'ours'],
  ])('that a watching wallet of %s makes is described and signed by %s', async (hotBy, coldBy) => {
    const hot = hotBy === 'ours' ? ourWallet(chain) : theirs;
    const cold = await coldWallet(chain, coldBy);
    const { address, seed } = FIRST_OWNER;
    await cold.call('restore_deterministic_wallet', { filename: 'cold', password: '', seed });
    await hot.call('generate_from_keys', {
      filename: 'hot',
      password: '',
      address,
      viewkey: known.viewSecret,
    });
    await hot.call('refresh');
    await exchange({ hot, cold });
    const { balance } = await hot.call('get_balance');
    expect(balance).toBe((await ours.call('get_balance')).balance);

    const destinations = [{ address: FOREIGN_ADDRESS, amount: XMR / 2n }];
    const { unsigned_txset, fee, tx_key } = await hot.call('transfer', { destinations });
    expect(tx_key).toBe('');
    const { summary, desc } = await cold.call('describe_transfer', { unsigned_txset });
    expect(summary).toMatchObject({ recipients: destinations, fee, change_address: address });
    expect(summary.amount_in).toBe(summary.amount_out + fee);
    expect(desc).toMatchObject([{ ring_size: 16, unlock_time: 0n }]);
    const signed = await cold.call('sign_transfer', { unsigned_txset, get_tx_keys: true });
    const { tx_hash_list } = await hot.call('submit_transfer', { tx_data_hex: signed.signed_txset });
    expect(tx_hash_list).toEqual(signed.tx_hash_list);
    await mineAll(chain, 1);
    for (const wallet of [hot, ours]) await wallet.call('refresh');
    const [txid] = tx_hash_list;
    const { transfer } = await hot.call('get_transfer_by_txid', { txid: txid! });
    expect(transfer).toMatchObject({ type: 'out', fee, amount: XMR / 2n });
    await expectProven(txid!, signed.tx_key_list[0]!, destinations);
    expect(await hot.call('get_balance')).toMatchObject({ balance: balance - fee - XMR / 2n });
  });
});

describe('two of three signers', () => {
  const makers = ['ours', 'theirs', 'ours'] as const;
  let signers: readonly TestWallet[];
  const refresh = async (): Promise<void> => {
    for (const { call } of signers) await call('refresh');
  };

  test('of both programs make one address, and compute the same key images', async () => {
    signers = [ourWallet(chain), theirs, ourWallet(chain)];
    const { address } = await makeGroup(signers, 2, makers);
    for (const { call } of signers)
      expect(await call('is_multisig')).toMatchObject({ ready: true, threshold: 2, total: 3 });
    const destinations = [1n, 2n, 3n, 4n].map((amount) => ({ address, amount: amount * XMR }));
    await ours.call('refresh');
    await ours.call('transfer', { destinations });
    await mineAll(chain, 10);
    await refresh();
    expect(await tellEachOther(signers)).toEqual([4, 4, 4]);
    const images = await Promise.all(
      signers.map(async ({ call }) => {
        const { transfers } = await call('incoming_transfers', { transfer_type: 'all' });
        return transfers.map(({ key_image }) => key_image);
      }),
    );
    expect(new Set(images[0]).size).toBe(4);
    expect(images[1]).toEqual(images[0]);
    expect(images[2]).toEqual(images[0]);
  });

  test.each([
    ['ours', 'theirs', 0, 1],
    ['theirs', 'ours', 1, 2],
  ] as const)('pay: %s proposes, and %s signs and submits', async (_proposer, _signer, first, second) => {
    const [proposer, signer] = [signers[first]!, signers[second]!];
    await tellEachOther(signers);
    const { balance } = await theirs.call('get_balance');
    const destinations = [{ address: FOREIGN_ADDRESS, amount: XMR / 2n }];
    const { multisig_txset, fee } = await proposer.call('transfer', { destinations });
    const { summary } = await signer.call('describe_transfer', { multisig_txset });
    expect(summary).toMatchObject({ recipients: destinations, fee });
    const { tx_data_hex } = await signer.call('sign_multisig', { tx_data_hex: multisig_txset });
    const { tx_hash_list } = await signer.call('submit_multisig', { tx_data_hex });
    await mineAll(chain, 1);
    await refresh();
    for (const { call } of signers) {
      const { transfer } = await call('get_transfer_by_txid', { txid: tx_hash_list[0]! });
      expect(transfer).toMatchObject({ type: 'out', fee, amount: XMR / 2n });
      expect((await call('get_balance')).balance).toBe(balance - fee - XMR / 2n);
    }
  });
});
