/**
 * Payments at the limit of what can be paid: our wallet and monero-wallet-rpc of one seed answer the same amounts, or the
 * same code and message.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_OWNER, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { makeGroup, signerWallets, tellEachOther } from '../../parity/signers.ts';
import { mineAll, openOwner, ourWallet, theirWallet, type TestWallet } from '../../parity/wallet-pair.ts';
import { RpcError, startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';

const XMR = 1_000_000_000_000n;
const COIN = 2n * XMR;
const DUST = 1000n;

let chain: Regtest;
let both: readonly [TestWallet, TestWallet];
/** Each holds one coin, the last one three. */
const minors: number[] = [];

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  both = [ourWallet(chain), await theirWallet(chain)];
  await openOwner(both[0]);
  await openOwner(both[1]);
  const made: string[] = [];
  for (let i = 0; i < 3; i++)
    for (const { call } of both) {
      const { address, address_index } = await call('create_address', { account_index: 0 });
      if (made.includes(address)) continue;
      made.push(address);
      minors.push(address_index);
    }
  const dustAccounts = await Promise.all(both.map(({ call }) => call('create_account', {})));
  const dust = dustAccounts[0]!.address;
  for (const round of [0, 1, 2])
    await both[0].call('transfer', {
      destinations: [
        ...(round === 0
          ? [
              { address: made[0]!, amount: COIN },
              { address: made[1]!, amount: DUST },
            ]
          : []),
        { address: dust, amount: DUST },
        { address: made[2]!, amount: COIN },
      ],
    });
  await mineAll(chain, 12);
  for (const { call } of both) await call('refresh');
});
afterAll(() => chain.dispose());

const outcome = async <T extends object>(call: () => Promise<T>) => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const [, message] = /^\w+: (.*?)(?: \([^)]*\))*$/s.exec(error.message)!;
    return { code: error.code, message };
  }
};
type Pay = Parameters<TestWallet['call']>[1];
const pay = (amount: bigint, more: object = {}) => ({
  destinations: [{ address: SECOND_OWNER.address, amount }],
  do_not_relay: true,
  priority: 1,
  ...more,
});
const paid = async (params: object) => {
  const [ours, theirs] = await Promise.all(
    both.map(async ({ call }) =>
      outcome(async () => {
        const { amount, fee } = await call('transfer', params as Pay);
        return { amount, fee };
      }),
    ),
  );
  return [ours, theirs] as const;
};

describe.each([
  ['one coin', 0, COIN],
  ['three coins', 2, 3n * COIN],
] as const)('the exact rest of %s', (_name, which, all) => {
  test.each([1, 2, 3, 4])('is paid at priority %i, and one piconero more is not', async (priority) => {
    const from = { subaddr_indices: [minors[which]!], priority };
    const [dry] = await paid(pay(all - COIN / 2n, from));
    if (!('fee' in dry!)) throw new Error(JSON.stringify(dry));
    const { fee } = dry;
    for (const less of [0n, 1n]) {
      const [ours, theirs] = await paid(pay(all - fee - less, from));
      expect(ours).toMatchObject({ amount: all - fee - less });
      if (which === 0) expect(ours).toEqual(theirs);
    }
    const [ours, theirs] = await paid(pay(all - fee + 1n, from));
    expect(ours).toEqual({ code: -16, message: 'tx not possible' });
    expect(theirs).toEqual(ours);
  });

  test('is paid whole when the payee pays the fee', async () => {
    const from = { subaddr_indices: [minors[which]!], subtract_fee_from_outputs: [0] };
    const [ours, theirs] = await paid(pay(all, from));
    expect(ours).toMatchObject({ amount: all - (ours as { fee: bigint }).fee });
    if (which === 0) expect(ours).toEqual(theirs);
  });
});

test.each([
  ['more than all', pay(1000n * XMR, { subaddr_indices: [1] })],
  ['all without a fee', pay(COIN, { subaddr_indices: [1] })],
  ['from dust alone', pay(1n, { account_index: 1 })],
  ['a payee of less than the fee', pay(10n, { subtract_fee_from_outputs: [0] })],
  [
    'a payee of less than its share of the fee',
    {
      ...pay(10n, { subtract_fee_from_outputs: [0, 1] }),
      destinations: [
        { address: SECOND_OWNER.address, amount: 10n },
        { address: FIRST_OWNER.address, amount: 3n * XMR },
      ],
    },
  ],
  [
    'three payees, one of 5 piconero',
    {
      ...pay(10n, { subtract_fee_from_outputs: [0, 1, 2] }),
      destinations: [3n * XMR, 5n, XMR].map((amount) => ({ address: SECOND_OWNER.address, amount })),
    },
  ],
] as const)('%s is refused by both in the same words', async (_name, params) => {
  const [ours, theirs] = await paid(params);
  expect(ours).toHaveProperty('code');
  expect(ours).toEqual(theirs);
});

test('sweeps of dust are refused by both in the same words', async () => {
  const { address } = SECOND_OWNER;
  const quiet = { address, do_not_relay: true };
  const images = await both[1].call('incoming_transfers', { transfer_type: 'available', account_index: 1 });
  const key_image = images.transfers.find(({ amount }) => amount === DUST)!.key_image;
  for (const [method, params] of [
    ['sweep_all', { ...quiet, account_index: 1 }],
    ['sweep_all', { ...quiet, account_index: 1, subaddr_indices: [0] }],
    ['sweep_all', { ...quiet, account_index: 1, subaddr_indices: [7] }],
    ['sweep_all', { ...quiet, subaddr_indices: [minors[1]!] }],
    ['sweep_all', { ...quiet, subaddr_indices: [minors[0]!], priority: 4, below_amount: 1n }],
    ['sweep_single', { ...quiet, key_image }],
    ['sweep_single', { ...quiet, key_image: '00'.repeat(32) }],
  ] as const) {
    const [ours, theirs] = await Promise.all(
      both.map(({ call }) => outcome(() => call(method, params as never))),
    );
    expect(ours, method).toHaveProperty('code');
    expect(
      ours,
      `${method} ${JSON.stringify(params, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v))}`,
    ).toEqual(theirs);
  }
});

test('a multisig wallet without the other signers’ info creates no transaction, and with it exports no key images', async () => {
  const makers = ['ours', 'theirs'] as const;
  const wallets = await signerWallets(chain)(makers);
  const group = await makeGroup(wallets, 2, makers);
  await both[0].call('transfer', { destinations: [{ address: group.address, amount: XMR }] });
  await mineAll(chain, 12);
  for (const { call } of wallets) {
    await call('refresh');
    expect(await outcome(() => call('transfer', pay(XMR / 2n) as Pay))).toEqual({
      code: -16,
      message: 'No transaction created',
    });
  }
  await tellEachOther(wallets);
  for (const { call } of wallets)
    expect(await outcome(() => call('export_key_images', { all: true }))).toEqual({
      code: -1,
      message: 'key_image generated not matched with cached key image',
    });
});
