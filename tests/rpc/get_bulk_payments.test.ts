import { describe, expect, it } from 'vitest';
import { openFixture, txid } from '../support/rpc/fixture.ts';

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
