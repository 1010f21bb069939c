import { describe, expect, it } from 'vitest';
import { openFixture, txid } from '../support/rpc/fixture.ts';

describe('get_tx_notes', () => {
  it('returns notes in the requested order, empty where there is none', async () => {
    const { call } = await openFixture();
    expect(await call('get_tx_notes', { txids: [txid('five'), txid('paid')] })).toEqual({
      notes: ['', 'Rent'],
    });
  });
  it('refuses a malformed id', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('get_tx_notes', { txids: ['00'] })).toMatchObject({ code: -8 });
  });
});
