import { describe, expect, it } from 'vitest';
import { openFixture, txid, XMR } from '../support/rpc/fixture.ts';

describe('get_transfer_by_txid', () => {
  it('returns the transfers of a transaction in an account', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const { transfer, transfers } = await call('get_transfer_by_txid', { txid: txid('paid') });
    expect(transfer).toMatchObject({ type: 'out', amount: 2n * XMR, note: 'Rent' });
    expect(transfers).toEqual([transfer]);
    const inside = await call('get_transfer_by_txid', { txid: txid('seven'), account_index: 1 });
    expect(inside.transfer).toMatchObject({ type: 'in', amount: 7n * XMR });
  });
  it("refuses malformed, unknown, and other accounts' ids", async () => {
    const { refusal, node } = await openFixture();
    node.answer();
    expect(await refusal('get_transfer_by_txid', { txid: 'xy' })).toMatchObject({
      code: -8,
      message: 'Transaction ID has invalid format',
    });
    expect(await refusal('get_transfer_by_txid', { txid: 'abcd' })).toMatchObject({
      code: -8,
      message: 'Transaction ID has invalid size: abcd',
    });
    expect(await refusal('get_transfer_by_txid', { txid: txid('seven') })).toMatchObject({
      code: -8,
      message: 'Transaction not found.',
    });
    expect(await refusal('get_transfer_by_txid', { txid: txid('seven'), account_index: 4 })).toMatchObject({
      code: -14,
      message: 'Account index is out of bound',
    });
  });
});
