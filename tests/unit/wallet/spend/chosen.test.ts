/** Payments and sweeps of outputs that the person chose. */
import { describe, expect, test } from 'vitest';
import { asKeyImage, asPublicKey, type KeyImage } from '../../../../src/base/brands.ts';
import type { Random } from '../../../../src/ports/random.ts';
import type { Address } from '../../../../src/protocol/address/address.ts';
import { coinsFrom, obstaclesIn } from '../../../../src/wallet/ledger/coins.ts';
import type { FeeRate } from '../../../../src/wallet/spend/fees.ts';
import { maxInputs } from '../../../../src/wallet/spend/estimates.ts';
import { planPayment, planSweep, type Payee } from '../../../../src/wallet/spend/plan.ts';
import { preview } from '../../../../src/wallet/spend/preview.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import { change, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { bytesOf, createTestChain, txidOf } from '../test-chain.ts';
import { readChain, testLedger } from '../test-ledger.ts';

const NOW = 1_800_000_000;
const XMR = 1_000_000_000_000n;
const RATE: FeeRate = { priority: 1, perByte: 20_000n, mask: 10_000n };
const random: Random = { bytes: seededRandom('chosen') };
const address: Address = {
  network: 'mainnet',
  kind: 'standard',
  spendPublic: asPublicKey(bytesOf('spend')),
  viewPublic: asPublicKey(bytesOf('view')),
};
const payee = (amount: bigint): Payee => ({ address, text: 'somebody', amount });

/** A wallet with these amounts, each from a transaction of its own and far from the others. */
const wallet = async (amounts: readonly bigint[], minors: readonly number[] = []): Promise<Ledger> => {
  const ledger = await testLedger();
  const chain = createTestChain(2);
  for (const [i, amount] of amounts.entries()) {
    const to = { major: 0, minor: minors[i] ?? 0 };
    chain.add([{ id: `t${i}`, outputs: [{ name: `o${i}`, amount, to }] }]);
    chain.addEmpty(12);
  }
  await readChain(ledger, chain);
  return ledger;
};
const imagesOf = ({ state }: Ledger, ...at: readonly number[]): KeyImage[] =>
  at.map((i) => state.outputs[i]!.keyImage!);
const alter = (ledger: Ledger, at: number, more: Partial<OwnedOutput>): Promise<void> =>
  ledger.commit(change([put('outputs', String(at), { ...ledger.state.outputs[at]!, ...more })]));
const pay = ({ state }: Ledger, amount: bigint, chosen: readonly KeyImage[], more = {}) =>
  planPayment(state, random, { account: 0, payees: [payee(amount)], chosen, ...more }, RATE, NOW);
const SWEEP = { account: 0, address, text: 'somebody', outputs: 1, below: 0n, allMinors: true };
const sweep = ({ state }: Ledger, chosen: readonly KeyImage[]) =>
  planSweep(state, random, { ...SWEEP, chosen }, RATE, NOW);

describe('a payment from chosen outputs', () => {
  test('spends all of them and no others, also those that are not needed or cost more than they are worth', async () => {
    const ledger = await wallet([5n * XMR, XMR, 3n * XMR, 5n], [0, 1, 2, 0]);
    const [only, second] = pay(ledger, XMR / 2n, imagesOf(ledger, 3, 1, 2));
    expect(second).toBeUndefined();
    expect(only!.inputs.map(({ amount }) => amount)).toEqual([5n, XMR, 3n * XMR]);
    expect(only!.feeFrom).toBe('change');
  });

  test('spends an output once that is named twice', async () => {
    const ledger = await wallet([5n * XMR, XMR]);
    expect(pay(ledger, XMR / 2n, imagesOf(ledger, 1, 1))[0]!.inputs).toEqual([ledger.state.outputs[1]]);
  });

  test('is refused when they do not cover amount and fee, even if the wallet has more', async () => {
    const ledger = await wallet([5n * XMR, XMR]);
    const chosen = imagesOf(ledger, 1);
    expect(() => pay(ledger, XMR, chosen)).toThrow(
      expect.objectContaining({
        code: 'chosen_too_little',
        data: { available: XMR, needed: expect.any(BigInt) as bigint },
      }),
    );
    const requested = { account: 0, payees: [payee(XMR)], chosen };
    expect(preview(ledger.state, random, requested, RATE, NOW)).toBeUndefined();
    expect(pay(ledger, XMR, chosen, { subtractFeeFrom: [0] })[0]!.inputs).toHaveLength(1);
  });

  test('is refused when they do not cover the amounts, also if a payee pays the fee', async () => {
    const ledger = await wallet([5n * XMR, XMR]);
    const chosen = imagesOf(ledger, 1);
    const more = { subtractFeeFrom: [0] };
    expect(() => pay(ledger, 2n * XMR, chosen, more)).toThrow(
      expect.objectContaining({
        code: 'chosen_too_little',
        data: { available: XMR, needed: 2n * XMR },
      }),
    );
    const requested = { account: 0, payees: [payee(2n * XMR)], chosen, ...more };
    expect(preview(ledger.state, random, requested, RATE, NOW)).toBeUndefined();
  });

  test('is refused when one of them cannot be spent, and says why', async () => {
    const ledger = await wallet([5n * XMR, XMR, XMR, XMR]);
    const chosen = imagesOf(ledger, 0, 1);
    const refused = (reason: string): void => {
      expect(() => pay(ledger, XMR, chosen)).toThrow(
        expect.objectContaining({ code: 'output_not_spendable', data: { reason } }),
      );
      expect(() => sweep(ledger, chosen)).toThrow('output_not_spendable');
    };
    await alter(ledger, 1, { frozen: true });
    refused('frozen');
    await alter(ledger, 1, { frozen: false, unlockTime: 500n });
    refused('locked');
    await alter(ledger, 1, { unlockTime: 0n, rct: false });
    refused('unknown');
    await alter(ledger, 1, { rct: true, spent: { height: 0, txid: txidOf('other') } });
    refused('spent');
    expect(() => pay(ledger, XMR, [asKeyImage(bytesOf('another wallet'))])).toThrow('unknown_key_image');
    expect(() => pay(ledger, XMR, chosen, { account: 1 })).toThrow('unknown_key_image');
  });

  test('is refused when one transaction cannot hold them', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    const limit = maxInputs(2);
    for (let i = 0; i < limit + 1; i++)
      chain.add([{ id: `t${i}`, outputs: [{ name: `o${i}`, amount: XMR }] }]);
    chain.addEmpty(12);
    await readChain(ledger, chain);
    const all = ledger.state.outputs.map(({ keyImage }) => keyImage!);
    expect(() => pay(ledger, XMR, all)).toThrow(
      expect.objectContaining({ code: 'tx_too_large', data: { transactions: 2 } }),
    );
    expect(pay(ledger, XMR, all.slice(1))[0]!.inputs).toHaveLength(limit);
    // A sweep may take several transactions.
    expect(sweep(ledger, all).flatMap(({ inputs }) => inputs)).toHaveLength(limit + 1);
  });

  test('is refused when a refused transaction may still be mined and they do not exclude it', async () => {
    const ledger = await wallet([5n * XMR, XMR]);
    await ledger.commit(
      change([
        put('outgoing', 'aa', {
          txid: txidOf('refused'),
          state: 'failed',
          height: 0,
          timestamp: 0,
          amountIn: XMR,
          change: 0n,
          fee: 1n,
          account: 0,
          subaddresses: [0],
          destinations: [],
          unlockTime: 0n,
          keyImages: imagesOf(ledger, 1),
        }),
      ]),
    );
    expect(() => pay(ledger, XMR / 2n, imagesOf(ledger, 0))).toThrow('may_pay_twice');
    expect(() => sweep(ledger, imagesOf(ledger, 0))).toThrow('may_pay_twice');
    expect(pay(ledger, XMR / 2n, imagesOf(ledger, 1))[0]!.inputs).toEqual([ledger.state.outputs[1]]);
  });
});

test('a sweep of chosen outputs takes exactly these', async () => {
  const ledger = await wallet([5n * XMR, XMR, 3n * XMR], [0, 1, 2]);
  const [only, second] = sweep(ledger, imagesOf(ledger, 0, 2));
  expect(second).toBeUndefined();
  expect(only!.inputs.map(({ amount }) => amount).sort()).toEqual([3n * XMR, 5n * XMR]);
});

describe('the list of coins', () => {
  test('comes in parts, without what a block spends', async () => {
    const ledger = await wallet([XMR, 2n * XMR, 3n * XMR, 4n * XMR]);
    await alter(ledger, 1, { spent: { height: 20, txid: txidOf('a block') } });
    await alter(ledger, 2, { spent: { height: 0, txid: txidOf('the pool') } });
    const first = coinsFrom(ledger.state, { account: 0, from: 0, limit: 2 }, NOW);
    expect(first.coins.map(({ output: { amount }, obstacle }) => [amount, obstacle])).toEqual([
      [XMR, undefined],
      [3n * XMR, 'spent'],
    ]);
    const second = coinsFrom(ledger.state, { account: 0, from: first.next, limit: 2 }, NOW);
    expect(second.coins.map(({ output: { amount } }) => amount)).toEqual([4n * XMR]);
    expect([first.next, second.next]).toEqual([3, 0]);
    expect(coinsFrom(ledger.state, { account: 1, from: 0, limit: 2 }, NOW).coins).toEqual([]);
  });

  test('of a wallet that signs says which outputs need their key image, of a view-only wallet not', async () => {
    const ledger = await wallet([XMR]);
    const { keyImage: _, ...unmarked } = ledger.state.outputs[0]!;
    expect(obstaclesIn(ledger.state, NOW)(unmarked)).toBe('unknown');
    const { spendSecret: _secret, ...watching } = ledger.state.account;
    await ledger.commit(change([put('account', '', watching)]));
    expect(obstaclesIn(ledger.state, NOW)(unmarked)).toBeUndefined();
  });
});
