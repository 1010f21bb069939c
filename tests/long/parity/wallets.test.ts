/**
 * One seed, two wallets: ours and monero-wallet-rpc 0.18.4.0, on one chain, side by side through everything that
 * happens to money: same addresses, balances and history at every step.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { expectSameMoney, historyOf } from '../../parity/compare.ts';
import { conduct } from '../../parity/known-differences.ts';
import {
  mineAll,
  FOREIGN_ADDRESS,
  ourWallet,
  theirWallet,
  type Entry,
  type TestWallet,
} from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;

let chain: Regtest;
let ours: TestWallet;
let theirs: TestWallet;
/** Pays both. */
let payer: TestWallet;

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest();
  ours = ourWallet(chain);
  theirs = await theirWallet(chain);
  payer = await theirWallet(chain);
  await payer.call('create_wallet', { filename: 'payer', password: '', language: 'English' });
  await chain.mine(40, await primaryOf(payer));
  await theirs.call('create_wallet', { filename: 'theirs', password: '', language: 'English' });
  await chain.mine(3, await primaryOf(theirs));
  await chain.mine(60, FOREIGN_ADDRESS);
  const { key: seed } = await theirs.call('query_key', { key_type: 'mnemonic' });
  await ours.call('restore_deterministic_wallet', { filename: 'ours', password: '', seed });
  await refresh();
});
afterAll(() => chain.dispose());

const primaryOf = async (wallet: TestWallet): Promise<string> => (await wallet.call('get_address')).address;
const refresh = async (): Promise<void> => {
  for (const wallet of [payer, ours, theirs]) await wallet.call('refresh');
};
const mine = async (blocks = 1): Promise<void> => {
  await mineAll(chain, blocks);
  await refresh();
};
/** Addresses of an account from the one that is sure to know the look-ahead as well. */
const ownAddress = async (major: number, minor: number): Promise<string> => ourAddress(ours, major, minor);
const ourAddress = async (wallet: TestWallet, account_index: number, minor: number): Promise<string> => {
  const { addresses } = await wallet.call('get_address', { account_index, address_index: [minor] });
  return addresses[0]!.address;
};

/** The same call on both must give the same. */
const both = async <Result>(call: (wallet: TestWallet) => Promise<Result>): Promise<Result> => {
  const [mine_, their] = [await call(ours), await call(theirs)];
  expect(mine_).toEqual(their);
  return mine_;
};

describe('addresses', () => {
  test('accounts and subaddresses are the same, made one by one or many at once', async () => {
    await both((wallet) => wallet.call('create_account', { label: 'savings' }));
    await both((wallet) => wallet.call('create_account'));
    await both((wallet) => wallet.call('create_address', { account_index: 0, label: 'one' }));
    await both((wallet) => wallet.call('create_address', { account_index: 0, label: 'many', count: 12 }));
    await both((wallet) => wallet.call('create_address', { account_index: 2, count: 3 }));
    await both((wallet) => wallet.call('label_address', { index: { major: 0, minor: 2 }, label: 'renamed' }));
    await both((wallet) => wallet.call('label_account', { account_index: 2, label: 'renamed too' }));
    for (const account_index of [0, 1, 2]) {
      const { addresses } = await both((wallet) => wallet.call('get_address', { account_index }));
      expect(addresses.length).toBe([14, 1, 4][account_index]);
    }
    await both((wallet) => wallet.call('get_accounts'));
  });

  test('have the same index, labelled or not', async () => {
    const { addresses } = await ours.call('get_address', { account_index: 2 });
    for (const { address } of addresses)
      await both((wallet) => wallet.call('get_address_index', { address }));
  });
});

describe('incoming money', () => {
  test('from mining: balances and history of the restored wallet are the same', async () => {
    await expectSameMoney(ours, theirs);
    expect((await ours.call('get_balance')).balance).toBeGreaterThan(0n);
  });

  test('in the pool, freshly mined, and unlocked block by block: both report the same', async () => {
    const destinations = [
      { address: await primaryOf(ours), amount: XMR },
      { address: await ownAddress(0, 3), amount: 2n * XMR },
      { address: await ownAddress(0, 3), amount: 3n * XMR },
      { address: await ownAddress(1, 0), amount: 4n * XMR },
      { address: await ownAddress(2, 2), amount: 7n },
    ];
    await payer.call('transfer', { destinations });
    await refresh();
    await expectSameMoney(ours, theirs);
    expect(await historyOf(ours, ['pool'])).toHaveLength(4);
    const received = (await historyOf(ours, ['pool'])).map(({ timestamp }) => timestamp);
    for (const { timestamp } of await historyOf(theirs, ['pool']))
      for (const time of received) expect(Math.abs(time - timestamp)).toBeLessThan(60);
    for (let block = 0; block < 11; block++) {
      await mine();
      await expectSameMoney(ours, theirs);
    }
    expect((await ours.call('get_balance', { account_index: 1 })).blocks_to_unlock).toBe(0);
  });

  test('to an integrated address: both report the payment id', async () => {
    const payment_id = 'feedbeef00000001';
    const { integrated_address: address } = await both((wallet) =>
      wallet.call('make_integrated_address', { payment_id }),
    );
    await payer.call('transfer', { destinations: [{ address, amount: XMR }] });
    await refresh();
    await expectSameMoney(ours, theirs);
    await mine();
    await expectSameMoney(ours, theirs);
    expect((await historyOf(ours)).filter((entry) => entry.payment_id === payment_id)).toHaveLength(1);
  });

  test('from coinbase: both lock it for sixty blocks', async () => {
    await chain.mine(2, await primaryOf(ours));
    await refresh();
    await expectSameMoney(ours, theirs);
    await mine(59);
    await expectSameMoney(ours, theirs);
    await mine(3);
    await expectSameMoney(ours, theirs);
  });

  test('far in the look-ahead: both add the accounts and addresses up to there', async () => {
    const far = await theirWallet(chain);
    const { key: seed } = await theirs.call('query_key', { key_type: 'mnemonic' });
    await far.call('restore_deterministic_wallet', { filename: 'far', password: '', seed });
    for (let n = 0; n < 5; n++) await far.call('create_account');
    for (let n = 0; n < 4; n++) await far.call('create_address', { account_index: 0, count: 50 });
    await far.call('create_address', { account_index: 4, count: 60 });
    const destinations = [
      { address: await ourAddress(far, 0, 199), amount: XMR },
      { address: await ourAddress(far, 4, 60), amount: XMR },
    ];
    await payer.call('transfer', { destinations });
    await mine();
    await both((wallet) => wallet.call('get_accounts'));
    for (const account_index of [0, 3, 4])
      await both((wallet) => wallet.call('get_address', { account_index }));
    await expectSameMoney(ours, theirs);
  });
});

describe('outgoing money', () => {
  /** What a sender says of its own payment before and after it is mined, without the coins that it took. */
  const sentBy = async (
    wallet: TestWallet,
    to: readonly { address: string; amount: bigint }[],
    account_index = 0,
  ) => {
    const { tx_hash: txid } = await wallet.call('transfer', {
      destinations: to,
      account_index,
      priority: 1,
    });
    const pendingEntry = await entryOf(wallet, txid, account_index);
    await refresh();
    await mine();
    return { pendingEntry, minedEntry: await entryOf(wallet, txid, account_index) };
  };
  const entryOf = async (wallet: TestWallet, txid: string, account_index: number): Promise<Entry> =>
    (await wallet.call('get_transfer_by_txid', { txid, account_index })).transfer;
  /** Times and identity differ between any two payments. */
  const shapeOf = ({ txid: _txid, timestamp: _timestamp, fee: _fee, ...entry }: Entry) => ({
    ...entry,
    height: entry.height > 0,
    change_amount: 0n,
  });

  test.each([
    ['to others', async () => [{ address: await primaryOf(payer), amount: XMR }]],
    [
      'to several',
      async () => [
        { address: await primaryOf(payer), amount: XMR },
        { address: await ourAddress(payer, 0, 0), amount: 2n * XMR },
      ],
    ],
    ['to oneself', async () => [{ address: await ownAddress(0, 3), amount: XMR }]],
    ['to another account of oneself', async () => [{ address: await ownAddress(2, 1), amount: XMR }]],
  ])(
    '%s: both report the same while it waits, and the same once it is mined',
    async (_name, destinations) => {
      await mine(10);
      const to = await destinations();
      const first = await sentBy(ours, to);
      await expectSameMoney(ours, theirs, { restored: true });
      await mine(10);
      const second = await sentBy(theirs, to);
      await expectSameMoney(ours, theirs, { restored: true });
      expect(shapeOf(first.pendingEntry)).toEqual(shapeOf(second.pendingEntry));
      expect(shapeOf(first.minedEntry)).toEqual(shapeOf(second.minedEntry));
    },
  );

  test('to its own wallet counts at the receiving address', async () => {
    await mine(10);
    const destinations = [
      { address: await ownAddress(0, 5), amount: XMR },
      { address: await ownAddress(0, 6), amount: 2n * XMR },
    ];
    for (const wallet of [ours, theirs]) {
      const before = await wallet.call('get_balance', { address_indices: [5, 6] });
      const { fee } = await wallet.call('transfer', { destinations });
      const after = await wallet.call('get_balance', { address_indices: [5, 6] });
      expect(after.balance).toBe(before.balance - fee);
      expect(
        after.per_subaddress.map(({ balance }, i) => balance - (before.per_subaddress[i]?.balance ?? 0n)),
      ).toEqual([XMR, 2n * XMR]);
      await mine(11);
      await expectSameMoney(ours, theirs, { restored: true });
    }
  });

  test('sent by a copy of the wallet is seen before it is mined', async () => {
    await mine(10);
    const destinations = [{ address: await primaryOf(payer), amount: XMR }];
    const { tx_hash: txid, fee } = await theirs.call('transfer', { destinations });
    await ours.call('refresh');
    const { transfer } = await ours.call('get_transfer_by_txid', { txid });
    expect(transfer, conduct('spending by a copy of the wallet that is in the pool')).toMatchObject({
      type: 'pending',
      amount: XMR,
      fee,
    });
    // Both balances are the same: what is gone is gone, what comes back is on its way.
    expect((await ours.call('get_balance')).balance).toBe((await theirs.call('get_balance')).balance);
    await mine();
    await expectSameMoney(ours, theirs, { restored: true });
  });

  test('by sweeping an account: both report the same', async () => {
    const address = await primaryOf(payer);
    await ours.call('sweep_all', { address, account_index: 1, subaddr_indices_all: true });
    await mine();
    await expectSameMoney(ours, theirs, { restored: true });
    expect((await theirs.call('get_balance', { account_index: 1 })).balance).toBe(0n);
  });
});

describe('wallets that are opened again', () => {
  test('report the same in both programs', async () => {
    await ours.call('close_wallet');
    await ours.call('open_wallet', { filename: 'ours', password: '' });
    await theirs.call('close_wallet');
    await theirs.call('open_wallet', { filename: 'theirs', password: '' });
    await mine();
    await expectSameMoney(ours, theirs, { restored: true });
  });

  test('see incoming money when they are view-only', async () => {
    const { key: viewkey } = await ours.call('query_key', { key_type: 'view_key' });
    const address = await primaryOf(ours);
    const [watch, theirWatch] = [ourWallet(chain), await theirWallet(chain)];
    for (const wallet of [watch, theirWatch]) {
      await wallet.call('generate_from_keys', {
        filename: 'watch',
        password: '',
        address,
        viewkey,
        restore_height: 0,
      });
      await wallet.call('refresh');
    }
    await expectSameMoney(watch, theirWatch);
  });
});
