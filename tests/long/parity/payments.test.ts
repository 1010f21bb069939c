/**
 * Two wallets pay each other over a real node: X is ours, Y is monero-wallet-rpc 0.18.4.0. Every shape of payment in
 * both directions; monerod relays (with its sanity checks) and mines each; the receiver reports the amount and the
 * payment id; our transaction keys prove payments to the other; a wallet of the reference restored from X's words
 * agrees at the end, and again after a reorg.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRegtest, type Regtest, type WalletRpc } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { expectSameMoney } from '../../parity/compare.ts';
import { conduct } from '../../parity/known-differences.ts';
import {
  mineAll,
  FOREIGN_ADDRESS,
  ourWallet,
  theirWallet,
  type Answer,
  type TestWallet,
} from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;

interface Side {
  readonly wallet: TestWallet;
  readonly ours: boolean;
  /** Addresses by account and index. */
  readonly addresses: string[][];
}
interface Paid {
  readonly address: string;
  readonly amount: bigint;
}

let chain: Regtest;
let x: Side;
let y: Side;
/** Checks our transaction keys. */
let judgeRpc: WalletRpc;
let payments = 0;

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest();
  x = await open(ourWallet(chain), true);
  const theirs = await theirWallet(chain);
  judgeRpc = theirs.rpc;
  y = await open(theirs, false);
  for (let round = 0; round < 3; round++)
    for (const { addresses } of [x, y]) await chain.mine(10, addresses[0]![0]!);
  await chain.mine(62, FOREIGN_ADDRESS);
  await refresh();
});
afterAll(() => chain.dispose());

const open = async (wallet: TestWallet, ours: boolean): Promise<Side> => {
  await wallet.call('create_wallet', { filename: ours ? 'x' : 'y', password: '', language: 'English' });
  await wallet.call('create_account', { label: 'second' });
  const addresses: string[][] = [];
  for (const account_index of [0, 1]) {
    await wallet.call('create_address', { account_index, count: 4, label: 'shop' });
    const { addresses: rows } = await wallet.call('get_address', { account_index });
    addresses.push(rows.map(({ address }) => address));
  }
  return { wallet, ours, addresses };
};

const refresh = async (): Promise<void> => {
  for (const { wallet } of [x, y]) await wallet.call('refresh');
};
const mine = async (blocks = 1): Promise<void> => {
  await mineAll(chain, blocks);
  await refresh();
};
const integrated = async ({ wallet }: Side, payment_id: string): Promise<string> =>
  (await wallet.call('make_integrated_address', { payment_id })).integrated_address;
const standardOf = (text: string): Promise<string> =>
  y.wallet.call('split_integrated_address', { integrated_address: text }).then(
    ({ standard_address }) => standard_address,
    () => text,
  );

interface PoolTx {
  readonly id_hash: string;
  readonly weight: number;
  readonly fee: number;
}
/** The node's data about a transaction in its pool. */
const inPool = async (txid: string): Promise<PoolTx | undefined> => {
  const { transactions = [] } = await chain.path('/get_transaction_pool');
  return (transactions as unknown as readonly PoolTx[]).find(({ id_hash }) => id_hash === txid);
};

/** The fee of this level for this weight, by the node's estimate. */
const expectedFee = async (weight: number, priority: number): Promise<bigint> => {
  const { fees, quantization_mask } = await chain.daemon('get_fee_estimate');
  const mask = BigInt(quantization_mask as number);
  const perByte = BigInt((fees as readonly number[])[priority - 1]!);
  return ((BigInt(weight) * perByte + mask - 1n) / mask) * mask;
};

interface PaymentRequest {
  readonly destinations: readonly Paid[];
  readonly priority?: number;
  readonly paymentId?: string;
  readonly more?: Record<string, unknown>;
}

type Sent = Pick<Answer<'transfer'>, 'tx_hash' | 'fee' | 'weight' | 'tx_key'>;

/** Sends a payment, checks it in the pool, mines it, and compares what the receivers report. */
const pay = async (from: Side, request: PaymentRequest): Promise<Sent> => {
  const { priority = 1 } = request;
  const sent = await from.wallet.call('transfer', {
    destinations: request.destinations,
    priority,
    get_tx_key: true,
    ...request.more,
  });
  await judge(from, sent, priority, request.destinations, request.paymentId);
  return sent;
};

const judge = async (
  from: Side,
  sent: Sent,
  priority: number,
  destinations: readonly Paid[],
  paymentId = '0'.repeat(16),
): Promise<void> => {
  payments += 1;
  const { tx_hash: txid, fee, weight } = sent;
  const seen = await inPool(txid);
  expect(seen).toMatchObject({ do_not_relay: false, double_spend_seen: false });
  expect(seen!.weight).toBe(weight);
  expect(BigInt(seen!.fee)).toBe(fee);
  // Both wallets pay exactly the fee that follows from the weight.
  expect(fee).toBe(await expectedFee(weight, priority));
  await mine();
  expect(await inPool(txid)).toBeUndefined();

  const wanted = new Map<string, bigint>();
  for (const { address, amount } of destinations) {
    const standard = await standardOf(address);
    wanted.set(standard, (wanted.get(standard) ?? 0n) + amount);
  }
  for (const [address, amount] of wanted) {
    await expectReceived(from, txid, address, amount, paymentId);
    if (from.ours) {
      const proof = await judgeRpc.call('check_tx_key', { txid, tx_key: sent.tx_key, address });
      expect(proof).toMatchObject({ in_pool: false, confirmations: 1 });
      expect(BigInt(proof['received'] as number)).toBe(amount);
    }
  }
  if (from.ours) expect((await from.wallet.call('get_tx_key', { txid })).tx_key).toBe(sent.tx_key);
};

/** The receiver's entry; money that stays in the paying account has no entry. */
const expectReceived = async (
  from: Side,
  txid: string,
  address: string,
  amount: bigint,
  paymentId: string,
): Promise<void> => {
  for (const side of [x, y])
    for (const [account_index, addresses] of side.addresses.entries()) {
      const minor = addresses.indexOf(address);
      if (minor < 0 || (side === from && account_index === spentFrom)) continue;
      const { transfers } = await side.wallet.call('get_transfer_by_txid', { txid, account_index });
      const [entry] = transfers.filter(({ subaddr_index }) => subaddr_index.minor === minor);
      expect(entry).toMatchObject({ amount, address, payment_id: paymentId, type: 'in', confirmations: 1 });
    }
};
let spentFrom = 0;

describe.each([
  ['ours to theirs', () => x, () => y],
  ['theirs to ours', () => y, () => x],
] as const)('%s', (_name, payer, payee) => {
  test('a standard address', async () => {
    await pay(payer(), { destinations: [{ address: payee().addresses[0]![0]!, amount: XMR }] });
  });

  test('a subaddress', async () => {
    await pay(payer(), { destinations: [{ address: payee().addresses[0]![3]!, amount: XMR + 1n }] });
  });

  test('a subaddress of another account', async () => {
    await pay(payer(), { destinations: [{ address: payee().addresses[1]![2]!, amount: 3n * XMR }] });
  });

  test('an integrated address', async () => {
    const paymentId = '0123456789abcdef';
    const address = await integrated(payee(), paymentId);
    await pay(payer(), { destinations: [{ address, amount: XMR / 7n }], paymentId });
  });

  test('a standard address and a subaddress at once (additional keys)', async () => {
    await pay(payer(), {
      destinations: [
        { address: payee().addresses[0]![0]!, amount: XMR },
        { address: payee().addresses[0]![1]!, amount: 2n * XMR },
      ],
    });
  });

  test('several subaddresses at once', async () => {
    await pay(payer(), {
      destinations: [
        { address: payee().addresses[0]![1]!, amount: 1n },
        { address: payee().addresses[0]![2]!, amount: XMR },
        { address: payee().addresses[1]![0]!, amount: XMR / 3n },
      ],
    });
  });

  test('one address twice', async () => {
    const address = payee().addresses[0]![2]!;
    await pay(payer(), {
      destinations: [
        { address, amount: XMR },
        { address, amount: 2n * XMR },
      ],
    });
  });

  test('fifteen destinations', async () => {
    const addresses = payee().addresses.flat();
    await pay(payer(), {
      destinations: Array.from({ length: 15 }, (_, i) => ({
        address: addresses[i % addresses.length]!,
        amount: XMR / 10n + BigInt(i),
      })),
    });
  });

  test.each([2, 3, 4])('priority %i', async (priority) => {
    await pay(payer(), { destinations: [{ address: payee().addresses[0]![0]!, amount: XMR }], priority });
  });

  test('its own account', async () => {
    const sent = await pay(payer(), { destinations: [{ address: payer().addresses[0]![2]!, amount: XMR }] });
    const { transfer } = await payer().wallet.call('get_transfer_by_txid', { txid: sent.tx_hash });
    expect(transfer).toMatchObject({ type: 'out', amount: 0n, fee: sent.fee });
  });

  test('another account of its own', async () => {
    const sent = await pay(payer(), {
      destinations: [{ address: payer().addresses[1]![1]!, amount: 5n * XMR }],
    });
    const { transfer } = await payer().wallet.call('get_transfer_by_txid', { txid: sent.tx_hash });
    expect(transfer).toMatchObject({ type: 'out', amount: 5n * XMR, fee: sent.fee });
  });
});

describe('a payment of ours', () => {
  test('can let the payees bear the fee', async () => {
    const destinations = [0, 1, 2].map((minor) => ({ address: y.addresses[0]![minor]!, amount: XMR }));
    const params = { destinations, subtract_fee_from_outputs: [0, 2], priority: 1, get_tx_key: true };
    const sent = await x.wallet.call('transfer', params);
    const { amounts } = sent.amounts_by_dest;
    expect(amounts[1]).toBe(XMR);
    expect(amounts.reduce((a, b) => a + b, 0n) + sent.fee).toBe(3n * XMR);
    const paid = destinations.map(({ address }, i) => ({ address, amount: amounts[i]! }));
    await judge(x, sent, 1, paid);
  });
});

describe('a payment from another account', () => {
  test("spends that account's money and returns the change to it", async () => {
    await mine(10);
    spentFrom = 1;
    for (const [from, to] of [
      [x, y],
      [y, x],
    ] as const) {
      const before = (await from.wallet.call('get_balance', { account_index: 1 })).balance;
      const destinations = [{ address: to.addresses[0]![1]!, amount: XMR }];
      const sent = await pay(from, { destinations, more: { account_index: 1 } });
      const after = (await from.wallet.call('get_balance', { account_index: 1 })).balance;
      expect(after).toBe(before - XMR - sent.fee);
    }
    spentFrom = 0;
  });
});

describe('payments of the whole balance', () => {
  test('of an exact amount leave no change; a dummy output hides that', async () => {
    const { wallet, addresses } = x;
    await wallet.call('transfer', { destinations: [{ address: addresses[1]![4]!, amount: 7n * XMR }] });
    await mine(10);
    const money = { account_index: 1, subaddr_indices: [4] };
    const { per_subaddress: before } = await wallet.call('get_balance', {
      account_index: 1,
      address_indices: [4],
    });
    const address = y.addresses[0]![0]!;
    const sent = await wallet.call('transfer', {
      ...money,
      destinations: [{ address, amount: before[0]!.unlocked_balance }],
      subtract_fee_from_outputs: [0],
      priority: 1,
      get_tx_key: true,
    });
    expect(sent.amount + sent.fee).toBe(before[0]!.unlocked_balance);
    spentFrom = 1;
    await judge(x, sent, 1, [{ address, amount: sent.amount }]);
    spentFrom = 0;
    const { txs } = (await chain.path('/get_transactions', {
      txs_hashes: [sent.tx_hash],
      decode_as_json: true,
    })) as unknown as { readonly txs: readonly { readonly as_json: string }[] };
    expect((JSON.parse(txs[0]!.as_json) as { readonly vout: unknown[] }).vout).toHaveLength(2);
    const { per_subaddress } = await wallet.call('get_balance', { account_index: 1, address_indices: [4] });
    expect(per_subaddress[0]!.balance).toBe(0n);
  });

  test('as a sweep take many inputs', async () => {
    await mine(10);
    const { unlocked_balance: all } = await x.wallet.call('get_balance', { account_index: 0 });
    const address = y.addresses[1]![3]!;
    const params = { address, account_index: 0, subaddr_indices_all: true, get_tx_keys: true, priority: 1 };
    const sent = await x.wallet.call('sweep_all', params);
    expect(sent.tx_hash_list).toHaveLength(1);
    expect(sent.spent_key_images_list[0]!.key_images.length).toBeGreaterThan(10);
    // The output of one piconero costs more than it is worth, so the sweep leaves it.
    expect(sent.amount_list[0]! + sent.fee_list[0]!).toBe(all - 1n);
    const first = {
      tx_hash: sent.tx_hash_list[0]!,
      fee: sent.fee_list[0]!,
      weight: sent.weight_list[0]!,
      tx_key: sent.tx_key_list[0]!,
    };
    await judge(x, first, 1, [{ address, amount: sent.amount_list[0]! }]);
    expect((await x.wallet.call('get_balance', { account_index: 0, strict: true })).unlocked_balance).toBe(
      1n,
    );
  });

  test('as a sweep of the reference return everything', async () => {
    await mine(10);
    const params = { address: x.addresses[0]![0]!, account_index: 1, subaddr_indices_all: true, outputs: 8 };
    const sent = await y.wallet.call('sweep_all', params);
    await mine();
    const amounts: bigint[] = [];
    for (const txid of sent.tx_hash_list) {
      const { transfer } = await x.wallet.call('get_transfer_by_txid', { txid });
      expect(transfer.amounts).toHaveLength(8);
      amounts.push(transfer.amount);
    }
    expect(amounts).toEqual(sent.amount_list);
  });

  test('to more destinations than one transaction holds are split over two', async () => {
    await mine(10);
    for (const [from, to] of [
      [x, y],
      [y, x],
    ] as const) {
      const addresses = to.addresses.flat();
      const destinations = Array.from({ length: 20 }, (_, i) => ({
        address: addresses[i % addresses.length]!,
        amount: XMR / 100n + BigInt(i),
      }));
      await expect(from.wallet.call('transfer', { destinations })).rejects.toMatchObject({ code: -18 });
      const sent = await from.wallet.call('transfer_split', { destinations, priority: 1 });
      expect(sent.tx_hash_list).toHaveLength(2);
      for (const [i, txid] of sent.tx_hash_list.entries()) {
        const seen = await inPool(txid);
        expect(seen!.weight).toBe(sent.weight_list[i]);
        expect(sent.fee_list[i]).toBe(await expectedFee(sent.weight_list[i]!, 1));
      }
      await mine();
      const got = new Map<string, bigint>();
      for (const account_index of [0, 1])
        for (const txid of sent.tx_hash_list) {
          // An account that was not involved has no entry.
          const { transfers } = await to.wallet
            .call('get_transfer_by_txid', { txid, account_index })
            .catch(() => ({ transfers: [] }));
          for (const { address, amount } of transfers) got.set(address, (got.get(address) ?? 0n) + amount);
        }
      const wanted = new Map<string, bigint>();
      for (const { address, amount } of destinations)
        wanted.set(address, (wanted.get(address) ?? 0n) + amount);
      expect(got).toEqual(wanted);
      payments += 2;
    }
  });
});

describe('after all payments', () => {
  let z: TestWallet;

  test('a wallet of the reference restored from our words reports the same', async () => {
    expect(payments).toBeGreaterThanOrEqual(20);
    const { key: seed } = await x.wallet.call('query_key', { key_type: 'mnemonic' });
    z = await theirWallet(chain);
    await z.call('restore_deterministic_wallet', { filename: 'z', password: '', seed });
    await z.call('refresh');
    await relabel(x.wallet, z);
    await expectSameMoney(x.wallet, z, { restored: true });
  });

  test('a reorg of six blocks removes payments in both programs, and mining them again restores them in both', async () => {
    await mine(10);
    const txids: string[] = [];
    for (const [from, to] of [
      [x, y],
      [y, x],
    ] as const)
      for (const account of [0, 1]) {
        const destinations = [{ address: to.addresses[account]![1]!, amount: XMR + BigInt(account) }];
        txids.push((await from.wallet.call('transfer', { destinations })).tx_hash);
        await mine();
      }
    await mine(2);
    await z.call('refresh');
    await expectSameMoney(x.wallet, z, { restored: true });
    const { txs } = await chain.path('/get_transactions', { txs_hashes: txids });

    // The reorg removes the blocks and their payments.
    await chain.popBlocks(6);
    await chain.daemon('flush_txpool');
    await expect(
      x.wallet.call('refresh'),
      conduct('a node with fewer blocks than the wallet'),
    ).rejects.toThrow('node_not_synchronised');
    await chain.mine(8, FOREIGN_ADDRESS);
    await y.wallet.call('refresh');
    await z.call('refresh');
    await x.wallet.call('refresh');
    expect(
      (await x.wallet.call('get_transfers', { pending: true })).pending,
      conduct('payments of ours in blocks that a reorg took'),
    ).toHaveLength(2);
    for (let look = 0; look < 20; look++) await x.wallet.call('refresh');
    expect((await x.wallet.call('get_transfers', { failed: true })).failed).toHaveLength(2);
    // The reference forgets payments that a reorg removed; ours lists them as failed.
    await expectSameMoney(x.wallet, z, { restored: true, types: ['in', 'out', 'pending', 'pool'] });

    for (const { as_hex } of txs as unknown as readonly { readonly as_hex: string }[]) {
      const answer = await chain.path('/send_raw_transaction', { tx_as_hex: as_hex, do_sanity_checks: true });
      expect(answer['status']).toBe('OK');
    }
    await x.wallet.call('refresh');
    expect((await x.wallet.call('get_transfers', { pending: true })).pending).toHaveLength(2);
    await mineAll(chain, 1);
    for (const wallet of [x.wallet, y.wallet, z]) await wallet.call('refresh');
    await expectSameMoney(x.wallet, z, { restored: true });
    const { out } = await x.wallet.call('get_transfers', { out: true });
    for (const txid of txids.slice(0, 2)) {
      const [entry] = out.filter((each) => each.txid === txid);
      expect(entry!.destinations).toHaveLength(1);
    }
  });
});

/** Labels are not on the chain, so the test copies them to the restored wallet. */
const relabel = async (from: TestWallet, to: TestWallet): Promise<void> => {
  const { subaddress_accounts: accounts } = await from.call('get_accounts');
  for (const { account_index } of accounts) {
    const { addresses } = await from.call('get_address', { account_index });
    for (const { address_index, label } of addresses)
      await to.call('label_address', { index: { major: account_index, minor: address_index }, label });
  }
};
