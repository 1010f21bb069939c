import { describe, expect, it, vi } from 'vitest';
import { asTxId } from '../../src/base/brands.ts';
import { u32le } from '../../src/base/bytes.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import type { Payment } from '../../src/wallet/state/records/payments.ts';
import { put } from '../../src/wallet/state/state.ts';
import { HEIGHT, openFixture, txid } from '../support/rpc/fixture.ts';

const NONE = '0'.repeat(16);

describe('get_bulk_payments', () => {
  it('lists the payments of all accounts when no payment id is given', async () => {
    const { call } = await openFixture();
    const { payments } = await call('get_bulk_payments', { min_block_height: 150 });
    expect(payments?.map(({ tx_hash }) => tx_hash)).toEqual([txid('two'), txid('seven'), txid('one')]);
    expect(payments?.[0]).toMatchObject({ payment_id: '0'.repeat(64), locked: false });
    expect(payments?.[2]).toMatchObject({ locked: true });
  });
  it('lists the payments of the given ids', async () => {
    const { call } = await openFixture();
    const { payments } = await call('get_bulk_payments', { payment_ids: [NONE, 'ab'.repeat(8)] });
    expect(payments).toHaveLength(5);
    expect(payments?.[0]?.payment_id).toBe(NONE);
  });
  it('refuses the whole request when one id is malformed', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('get_bulk_payments', { payment_ids: [NONE, 'ab'] })).toMatchObject({
      code: -5,
      message: 'Payment ID has invalid size: ab',
    });
    expect(await refusal('get_bulk_payments', { payment_ids: ['z'.repeat(16)] })).toMatchObject({
      code: -5,
      message: `Payment ID has invalid format: ${'z'.repeat(16)}`,
    });
  });
});

const SHORT = ['ab'.repeat(8), 'cd'.repeat(8)] as const;
const LONG = 'e1'.repeat(32);
/** Payment ids as records have them. The last one is unlike all that are asked for. */
const RECORDED = [undefined, NONE, SHORT[0], SHORT[1], SHORT[1].padEnd(64, '0'), LONG, 'f2'.repeat(8)];

const paymentAt = (i: number): Payment => {
  const id = RECORDED[i % RECORDED.length];
  const txid = new Uint8Array(32);
  txid.set(u32le(i));
  return {
    txid: asTxId(txid),
    subaddress: { major: i % 3, minor: i % 11 },
    amount: BigInt(i + 1),
    amounts: [BigInt(i + 1)],
    height: 1 + ((i * 37) % (HEIGHT - 1)),
    timestamp: 0,
    unlockTime: i % 5 === 0 ? 1_000_000n : 0n,
    fee: 1n,
    coinbase: false,
    ...(id !== undefined && { paymentId: fromHex(id) }),
    doubleSpendSeen: false,
  };
};

describe('get_bulk_payments of a wallet with many payments', () => {
  it('answers as get_payments for one id after the other, and reads the payments once', async () => {
    const { call, wallet } = await openFixture({ empty: true });
    const labels = Array.from({ length: 11 }, () => '');
    await wallet.ledger.commit({
      puts: [
        ...['0', '1', '2'].map((major) => put('labels', major, labels)),
        ...Array.from({ length: 700 }, (_, i) => paymentAt(i)).map((payment) =>
          put(
            'payments',
            `${toHex(payment.txid)}:${payment.subaddress.major}:${payment.subaddress.minor}`,
            payment,
          ),
        ),
      ],
      deletes: [],
    });
    const read = vi.spyOn(wallet.history, 'paymentsBy');
    for (const payment_ids of [
      [SHORT[0]],
      [LONG, NONE, SHORT[1], SHORT[0].toUpperCase(), 'a0'.repeat(8)],
      [SHORT[1], SHORT[1].padEnd(64, '0'), SHORT[1], NONE.padEnd(64, '0')],
    ]) {
      const expected: unknown[] = [];
      for (const payment_id of payment_ids)
        expected.push(...((await call('get_payments', { payment_id })).payments ?? []));
      read.mockClear();
      expect((await call('get_bulk_payments', { payment_ids })).payments).toEqual(expected);
      expect(read).toHaveBeenCalledTimes(1);
    }
    const { payments: all } = await call('get_bulk_payments', { min_block_height: 300 });
    const above = wallet.history.paymentsBy(undefined, 300);
    expect(all).toHaveLength(above.length);
    expect(all).toEqual(
      above.map(({ txid, amount, height, unlockTime, subaddress, paymentId }) => ({
        payment_id: (paymentId ? toHex(paymentId) : '').padEnd(64, '0'),
        tx_hash: toHex(txid),
        amount,
        block_height: height,
        unlock_time: unlockTime,
        locked: unlockTime > 0n || height + 10 > wallet.state.height,
        subaddr_index: subaddress,
        address: wallet.addressText(subaddress),
      })),
    );
  });
  it('lets other calls run while it makes the answer', async () => {
    const { call, wallet } = await openFixture({ empty: true });
    const puts = Array.from({ length: 700 }, (_, i) => put('payments', String(i), paymentAt(i)));
    await wallet.ledger.commit({ puts, deletes: [] });
    const pause = vi.spyOn(wallet, 'pause');
    await call('get_bulk_payments');
    expect(pause).toHaveBeenCalledTimes(2);
  });
});
