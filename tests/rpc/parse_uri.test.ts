import { describe, expect, it } from 'vitest';
import { openFixture, PAYEE } from '../support/rpc/fixture.ts';

describe('parse_uri', () => {
  it('reads a URI of make_uri', async () => {
    const { call } = await openFixture({ empty: true });
    const request = { address: PAYEE, amount: 11n, recipient_name: 'a b', tx_description: 'c & d' };
    const { uri } = await call('make_uri', request);
    expect(await call('parse_uri', { uri })).toEqual({ uri: { ...request, payment_id: '' } });
  });
  it('fills in absent fields, and lists unknown parameters', async () => {
    const { call } = await openFixture({ empty: true });
    expect(await call('parse_uri', { uri: `monero:${PAYEE}?foo=bar` })).toEqual({
      uri: { address: PAYEE, amount: 0n, payment_id: '', recipient_name: '', tx_description: '' },
      unknown_parameters: ['foo=bar'],
    });
  });
  it('names a wrong address in the words of the reference, which make_uri puts otherwise', async () => {
    const { refusal } = await openFixture({ empty: true });
    for (const address of ['', 'A']) {
      const reading = await refusal('parse_uri', { uri: `monero:${address}` });
      expect(reading.message).toBe(`Error parsing URI: URI has wrong address: ${address}`);
      const making = await refusal('make_uri', { address });
      expect(making.message).toBe(`Cannot make URI from supplied parameters: wrong address: ${address}`);
    }
  });
  it('refuses other schemes, broken fields, and several recipients', async () => {
    const { refusal } = await openFixture({ empty: true });
    for (const uri of [
      `bitcoin:${PAYEE}`,
      'monero:x',
      `monero:${PAYEE}?tx_amount`,
      `monero:${PAYEE}?tx_amount=1&tx_amount=2`,
      `monero:${PAYEE};${PAYEE}?tx_amount=1;2`,
    ]) {
      const { code, fault, message } = await refusal('parse_uri', { uri });
      expect([code, fault]).toEqual([-11, 'bad_uri']);
      expect(message).toMatch(/^Error parsing URI: /);
    }
  });
});
