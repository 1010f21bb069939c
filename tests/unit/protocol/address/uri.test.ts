import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress, withPaymentId, type Address } from '../../../../src/protocol/address/address.ts';
import { percentDecode, percentEncode } from '../../../../src/protocol/address/percent.ts';
import { makePaymentUri, parsePaymentUri } from '../../../../src/protocol/address/uri.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { faultOf } from '../../../support/faults.ts';

const addressOf = (fill: number): Address => ({
  network: 'stagenet',
  kind: 'standard',
  ...accountFromSeed(new Uint8Array(32).fill(fill)),
});
const A = formatAddress(addressOf(1));
const B = formatAddress({ ...addressOf(2), kind: 'subaddress' });
const C = formatAddress(withPaymentId(addressOf(3), new Uint8Array(8).fill(7)));
const D = formatAddress(withPaymentId(addressOf(4), new Uint8Array(8).fill(7)));
const parse = (uri: string) => parsePaymentUri('stagenet', uri);

describe('payment URIs', () => {
  it('are read back as they were written, with one recipient or several', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('='));
    const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const recipient = fc.record({ address: fc.constantFrom(A, B), amount, name });
    fc.assert(
      fc.property(fc.array(recipient, { minLength: 1, maxLength: 5 }), name, (recipients, description) => {
        const uri = makePaymentUri('stagenet', { recipients, description });
        expect(parse(uri)).toEqual({ recipients, description, unknownParameters: [] });
      }),
    );
  });

  it('join lists with semicolons; amounts are always written, names only if there are any', () => {
    const to = (address: string, amount: bigint, name = '') => ({ address, amount, name });
    expect(makePaymentUri('stagenet', { recipients: [to(A, 1n), to(B, 0n)], description: '' })).toBe(
      `monero:${A};${B}?tx_amount=0.000000000001;0.000000000000`,
    );
    expect(
      makePaymentUri('stagenet', { recipients: [to(A, 1n), to(C, 2n, 'a;b')], description: 'x y' }),
    ).toBe(
      `monero:${A};${C}?tx_amount=0.000000000001;0.000000000002&recipient_name=;a%3Bb&tx_description=x%20y`,
    );
  });

  it('with lists of unequal counts, or lists without amounts, are refused', () => {
    for (const rest of [
      '',
      '?recipient_name=a;b',
      '?tx_amount=1',
      '?tx_amount=1;2;3',
      '?tx_amount=1;2&recipient_name=a',
      '?tx_amount=1;2&recipient_name=a;b;c',
    ])
      expect(
        faultOf(() => parse(`monero:${A};${B}${rest}`)),
        rest,
      ).toMatchObject({
        code: 'bad_uri',
        reason: 'unequal_counts',
      });
    expect(faultOf(() => parse(`monero:${A};${B}?tx_amount=1;`))).toMatchObject({ reason: 'amount' });
    expect(faultOf(() => parse(`monero:${A};?tx_amount=1;2`))).toMatchObject({ reason: 'address' });
  });

  it('may have one payment id in all', () => {
    expect(parse(`monero:${A};${C}?tx_amount=1;2`).recipients).toHaveLength(2);
    expect(faultOf(() => parse(`monero:${C};${D}?tx_amount=1;2`))).toMatchObject({
      reason: 'two_payment_ids',
    });
    expect(faultOf(() => parse(`monero:${C}?tx_payment_id=${'0'.repeat(64)}`))).toMatchObject({
      reason: 'two_payment_ids',
    });
  });

  it('with repeated recipients or other currencies are refused', () => {
    for (const field of [
      `address=${B}`,
      'amount_asset=USD',
      'tx_currency=EUR',
      'currency=BTC',
      'amount_unit=x',
    ])
      expect(faultOf(() => parse(`monero:${A}?tx_amount=10&${field}`))).toMatchObject({
        reason: field.startsWith('address') ? 'unsupported' : 'currency',
        text: field,
      });
    expect(faultOf(() => parse(`monero:${A}?tx_amount=10USD`))).toMatchObject({ reason: 'amount' });
  });

  it('with a wrong address are refused with the reason', () => {
    expect(faultOf(() => parsePaymentUri('mainnet', `monero:${A}`))).toEqual({
      code: 'bad_uri',
      reason: 'address',
      text: A,
      detail: 'network',
    });
    expect(faultOf(() => parse(`monero:${A.slice(1)}`))).toMatchObject({ detail: 'length' });
    expect(faultOf(() => parse(`monero:${A}?${'x'.repeat(20_000)}=`))).toMatchObject({
      reason: 'too_long',
    });
    expect(faultOf(() => parse('bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT'))).toMatchObject({
      reason: 'scheme',
    });
  });

  it('keep unknown parameters as written', () => {
    expect(parse(`monero:${A}?a=%20&tx_amount=1&b=`)).toEqual({
      recipients: [{ address: A, amount: 10n ** 12n, name: '' }],
      description: '',
      unknownParameters: ['a=%20', 'b='],
    });
  });
});

describe('percent-encoding', () => {
  it('encodes and decodes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(percentDecode(percentEncode(text))).toBe(text);
      }),
    );
  });

  it('survives half an escape and half a character', () => {
    expect(percentDecode('%')).toBe('%');
    expect(percentDecode('%4')).toBe('%4');
    expect(percentDecode('%4G%41')).toBe('%4GA');
    expect(percentDecode('%e3%81')).toBe('\u{fffd}');
  });
});
