import { describe, expect, it } from 'vitest';
import { openFixture, txid } from '../support/rpc/fixture.ts';

describe('get_tx_key', () => {
  it('returns the key of a transaction that this wallet sent', async () => {
    const { call } = await openFixture();
    expect(await call('get_tx_key', { txid: txid('paid') })).toEqual({ tx_key: '01'.repeat(32) });
  });
  it('refuses transactions of other wallets, and malformed ids', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('get_tx_key', { txid: txid('five') })).toMatchObject({
      code: -24,
      message: 'No tx secret key is stored for this tx',
    });
    expect(await refusal('get_tx_key', { txid: '' })).toMatchObject({
      code: -8,
      message: 'TX ID has invalid format',
    });
  });
});
