import { describe, expect, it } from 'vitest';
import { openFixture, txid } from '../support/rpc/fixture.ts';

describe('set_tx_notes', () => {
  it('stores a note for each transaction, which the history shows', async () => {
    const { call } = await openFixture();
    const txids = [txid('five'), txid('two')];
    expect(await call('set_tx_notes', { txids, notes: ['Wages', 'Sold the bike / ünïcödé'] })).toEqual({});
    const { in: entries } = await call('get_transfers', { in: true });
    expect(entries?.map(({ note }) => note)).toEqual(['Wages', '', 'Sold the bike / ünïcödé', '']);
  });
  it('refuses lists of different length and malformed ids, and stores nothing', async () => {
    const { call, refusal } = await openFixture();
    const txids = [txid('five')];
    expect(await refusal('set_tx_notes', { txids, notes: [] })).toMatchObject({
      code: -1,
      message: 'Different amount of txids and notes',
    });
    expect(await refusal('set_tx_notes', { txids: [...txids, 'nope'], notes: ['a', 'b'] })).toMatchObject({
      code: -8,
      message: 'TX ID has invalid format',
    });
    expect(await call('get_tx_notes', { txids })).toEqual({ notes: [''] });
  });
});
