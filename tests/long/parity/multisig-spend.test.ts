/**
 * Multisig payments of our engine and monero-wallet-rpc 0.18.4.0 together: groups of several sizes, in every order, with
 * all kinds of payees; abandoned sets, and sets that arrive too late.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MethodName, Params } from '../../../src/rpc/contract.ts';
import { RpcError, startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import type { Maker } from '../../parity/cold-pair.ts';
import {
  balances,
  makeGroup,
  mineFor,
  signInTurn,
  tellAll,
  type Group,
  type Signer,
} from '../../parity/multisig-group.ts';
import { mineAll, openOwner, ourWallet, theirWallet, type TestWallet } from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;
const O: Maker = 'ours';
const T: Maker = 'theirs';
/** Threshold, signers, and the orders in which they sign. */
const GROUPS: readonly (readonly [number, readonly Maker[], readonly (readonly number[])[]])[] = [
  [
    2,
    [O, T],
    [
      [0, 1],
      [1, 0],
    ],
  ],
  [
    2,
    [O, T, O],
    [
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 2],
      [2, 0],
      [2, 1],
    ],
  ],
  [
    3,
    [T, O, T],
    [
      [0, 1, 2],
      [1, 2, 0],
    ],
  ],
  [
    3,
    [O, T, O, T, O],
    [
      [4, 1, 2],
      [1, 0, 3],
    ],
  ],
  [1, [O, T], [[0], [1]]],
];

let chain: Regtest;
let payer: TestWallet;
let shop: TestWallet;
let payees: readonly string[];

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  payer = ourWallet(chain);
  await openOwner(payer);
  shop = await theirWallet(chain);
  await shop.call('create_wallet', { filename: 'shop', password: '', language: 'English' });
  await shop.call('create_address', { account_index: 0, count: 2 });
  const { addresses } = await shop.call('get_address', { account_index: 0 });
  const { integrated_address } = await shop.call('make_integrated_address', {
    payment_id: '0123456789abcdef',
  });
  payees = [...addresses.map(({ address }) => address), integrated_address];
});
afterAll(() => chain.dispose());

/** The payees of a group's nth payment: an address, a subaddress, both at once, with a payment id. */
const payeesOf = (n: number): { address: string; amount: bigint }[] => {
  const [main, first, second, integrated] = payees as readonly [string, string, string, string];
  const amount = XMR / 4n + BigInt(n);
  return (
    [
      [{ address: main, amount }],
      [{ address: first, amount }],
      [
        { address: main, amount },
        { address: first, amount: amount + 1n },
        { address: second, amount: amount + 2n },
      ],
      [{ address: integrated, amount }],
    ] as const
  )[n % 4]!.map((each) => ({ ...each }));
};

/** Code and message of a refusal. */
const refusal = async <Name extends MethodName>(
  { call }: TestWallet,
  method: Name,
  params: Params<Name>,
): Promise<string> => {
  try {
    await call(method, params);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // Ours has its fault's name behind the message.
    return error.message.replace(/ \([a-z_]+\)(?= \(-?\d+\)$)/, '');
  }
  return 'answered';
};

describe.each(GROUPS.map(([m, makers, orders]) => [m, makers.length, makers, orders] as const))(
  '%i of %i signers',
  (threshold, _total, makers, orders) => {
    let group: Group;
    let known = 0;

    beforeAll(async () => {
      group = await makeGroup(chain, threshold, makers);
    });
    afterAll(async () => {
      for (const { stop } of group.signers) await stop();
    });

    const signersOf = (order: readonly number[]): Signer[] => order.map((i) => group.signers[i]!);

    /** Makes a payment from the proposal to the block, and checks what all signers report. */
    const carryOut = async (order: readonly number[], n: number): Promise<void> => {
      const signing = signersOf(order);
      const [proposer, ...others] = signing;
      const destinations = payeesOf(n);
      const proposed = await proposer!.call('transfer', { destinations, get_tx_key: true });
      expect(proposed.tx_hash).toBe('');
      const { set, txids } = await signInTurn(others, proposed, destinations);
      const last = signing.at(-1)!;
      const { tx_hash_list } = await last.call('submit_multisig', { tx_data_hex: set });
      expect(tx_hash_list).toHaveLength(1);
      const txid = tx_hash_list[0]!;
      if (others.length > 0) expect(txids).toEqual([txid]);
      expect((await last.call('get_tx_key', { txid })).tx_key).toBe(proposed.tx_key);
      await mineFor(group, 1);
      for (const { call } of group.signers) {
        const { transfer } = await call('get_transfer_by_txid', { txid });
        expect(transfer).toMatchObject({ type: 'out', fee: proposed.fee, amount: proposed.amount });
      }
      await shop.call('refresh');
      const { transfers } = await shop.call('get_transfer_by_txid', { txid });
      const arrived = transfers.reduce((sum, { amount }) => sum + amount, 0n);
      expect(arrived).toBe(destinations.reduce((sum, { amount }) => sum + amount, 0n));
      expect(new Set(await balances(group)).size).toBe(1);
    };

    test('receive money and exchange multisig info', async () => {
      const { addresses } = await group.signers[0]!.call('create_address', { account_index: 0, count: 1 });
      for (let round = 0; round < orders.length + 2; round++) {
        await payer.call('refresh');
        await payer.call('transfer', {
          destinations: [
            { address: group.address, amount: XMR },
            { address: round === 0 ? addresses[0]! : group.address, amount: XMR },
          ],
        });
        await mineAll(chain, 1);
      }
      await mineFor(group, 10);
      const money = await balances(group);
      expect(money[0]).toBe(2n * BigInt(orders.length + 2) * XMR);
      expect(new Set(money).size).toBe(1);
      known = await tellAll(group);
      expect(known).toBe(2 * (orders.length + 2));
    });

    test('pay in every order', async () => {
      for (const [n, order] of orders.entries()) {
        await carryOut(order, n);
        await mineFor(group, 10);
        // Its change is one more output.
        known += 1;
        expect(await tellAll(group)).toBe(known);
      }
    });

    test('pay twice in a row after one exchange of multisig info', async () => {
      for (let n = 0; n < 2; n++) await carryOut(orders[0]!, n);
      await mineFor(group, 10);
      known += 2;
      expect(await tellAll(group)).toBe(known);
    });

    test.runIf(threshold > 1)('sign nothing twice, and pay again after an abandoned set', async () => {
      const order = orders.at(-1)!;
      const [proposer, next, ...rest] = signersOf(order);
      const destinations = payeesOf(0);
      const before = await balances(group);
      const left = await proposer!.call('sweep_all', { address: payees[0]!, subaddr_indices_all: true });
      expect(left.tx_hash_list).toEqual([]);
      await next!.call('sign_multisig', { tx_data_hex: left.multisig_txset });
      // The same money again: the second signer has used up the nonces that the proposer knows.
      const again = await proposer!.call('transfer', { destinations });
      await expect(next!.call('sign_multisig', { tx_data_hex: again.multisig_txset })).rejects.toMatchObject({
        code: -35,
        message: expect.stringContaining('stale data') as string,
      });
      await expect(
        next!.call('submit_multisig', { tx_data_hex: again.multisig_txset }),
      ).rejects.toMatchObject({ code: -33 });
      expect(await balances(group)).toEqual(before);
      // Only the signers of this payment exchange info.
      await tellAll(group, [proposer!, next!, ...rest]);
      await carryOut(order, 0);
    });

    test('refuse the same sets: malformed ones, and sets for others', async () => {
      const ours = group.signers.find(({ by }) => by === O)!;
      const theirs = group.signers.find(({ by }) => by === T)!;
      const sets: string[] = [];
      for (const { call } of [ours, theirs])
        sets.push((await call('transfer', { destinations: payeesOf(0) })).multisig_txset);
      for (const [i, own] of sets.entries()) {
        const wrong = [
          'xy',
          '',
          '00',
          own.slice(0, -2),
          own.slice(0, 200) + (own[200] === '0' ? '1' : '0') + own.slice(201),
        ];
        for (const tx_data_hex of wrong)
          for (const method of ['sign_multisig', 'submit_multisig'] as const)
            expect(await refusal(ours, method, { tx_data_hex })).toEqual(
              await refusal(theirs, method, { tx_data_hex }),
            );
        for (const multisig_txset of wrong)
          expect(await refusal(ours, 'describe_transfer', { multisig_txset })).toEqual(
            await refusal(theirs, 'describe_transfer', { multisig_txset }),
          );
        // Each gets its own set: signed already, or by too few.
        const other = sets[1 - i]!;
        for (const method of ['sign_multisig', ...(threshold > 1 ? ['submit_multisig'] : [])] as const)
          expect(await refusal([ours, theirs][i]!, method as 'sign_multisig', { tx_data_hex: own })).toEqual(
            await refusal([theirs, ours][i]!, method as 'sign_multisig', { tx_data_hex: other }),
          );
      }
      for (const method of ['sign_multisig', 'submit_multisig'] as const)
        expect(await refusal(payer, method, { tx_data_hex: sets[0]! })).toEqual(
          await refusal(shop, method, { tx_data_hex: sets[0]! }),
        );
      expect(await refusal(payer, 'describe_transfer', { multisig_txset: sets[0]! })).toEqual(
        await refusal(shop, 'describe_transfer', { multisig_txset: sets[0]! }),
      );
    });

    test('sweep the remaining money', async () => {
      await mineFor(group, 10);
      await tellAll(group);
      const signing = signersOf(orders[0]!);
      const [proposer, ...others] = signing;
      const swept = await proposer!.call('sweep_all', { address: payees[1]!, subaddr_indices_all: true });
      expect(swept.amount_list).toHaveLength(1);
      const { set } = await signInTurn(
        others,
        {
          multisig_txset: swept.multisig_txset,
          amount: swept.amount_list[0]!,
          fee: swept.fee_list[0]!,
          tx_key: '',
        },
        [{ address: payees[1]!, amount: swept.amount_list[0]! }],
      );
      await signing.at(-1)!.call('submit_multisig', { tx_data_hex: set });
      await mineFor(group, 1);
      expect(new Set(await balances(group))).toEqual(new Set([0n]));
    });
  },
);
