import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { fromHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import {
  formatAddress,
  parseAddress,
  parseAddressFor,
  withoutPaymentId,
  withPaymentId,
  type Address,
} from '../../../../src/protocol/address/address.ts';
import { decodeBase58, encodeBase58 } from '../../../../src/protocol/encoding/base58.ts';
import { point32 } from '../keys/arbitrary.ts';
import { faultOf } from '../../../support/faults.ts';

// The Monero project's own donation address, as printed in its README.
const DONATION =
  '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H';

const address: fc.Arbitrary<Address> = fc
  .tuple(
    fc.constantFrom('mainnet' as const, 'testnet' as const, 'stagenet' as const),
    fc.constantFrom('standard' as const, 'subaddress' as const, 'integrated' as const),
    point32,
    point32,
    fc.uint8Array({ minLength: 8, maxLength: 8 }),
  )
  .map(([network, kind, spendPublic, viewPublic, paymentId]) => ({
    network,
    kind,
    spendPublic,
    viewPublic,
    ...(kind === 'integrated' && { paymentId }),
  }));

const bad = (reason: string) => ({ code: 'bad_address', reason });
/** A valid checksum around any body. */
const seal = (body: Uint8Array): string =>
  encodeBase58(Uint8Array.of(...body, ...kernel.keccak256(body).subarray(0, 4)));

describe('addresses', () => {
  it('include the donation address, read as a mainnet subaddress and written back', () => {
    const parsed = parseAddress(DONATION);
    expect(parsed).toMatchObject({ network: 'mainnet', kind: 'subaddress' });
    expect(parsed).not.toHaveProperty('paymentId');
    expect(formatAddress(parsed)).toBe(DONATION);
  });

  it('are read back as they were written', () => {
    fc.assert(
      fc.property(address, (value) => {
        const text = formatAddress(value);
        expect(text).toHaveLength(value.kind === 'integrated' ? 106 : 95);
        expect(parseAddress(text)).toEqual(value);
        expect(parseAddressFor(value.network, text)).toEqual(value);
      }),
      { numRuns: 60 },
    );
  });

  it('with any single mistyped character are refused', () => {
    fc.assert(
      fc.property(fc.nat(94), fc.constantFrom('1', '2', '9', 'A', 'B', 'a', 'z'), (at, char) => {
        fc.pre(DONATION[at] !== char);
        expect(faultOf(() => parseAddress(DONATION.slice(0, at) + char + DONATION.slice(at + 1)))).toEqual(
          bad('checksum'),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('are refused with the reason', () => {
    const parsed = parseAddress(DONATION);
    const body = decodeBase58(DONATION).slice(0, -4);
    expect(faultOf(() => parseAddress(''))).toEqual(bad('length'));
    expect(faultOf(() => parseAddress(DONATION.slice(0, -1)))).toEqual(bad('length'));
    expect(faultOf(() => parseAddress(`${DONATION}1`))).toEqual(bad('length'));
    expect(faultOf(() => parseAddress('8'.repeat(100_000)))).toEqual(bad('length'));
    expect(faultOf(() => parseAddress(` ${DONATION}`))).toEqual(bad('characters'));
    expect(faultOf(() => parseAddress(`O${DONATION.slice(1)}`))).toEqual(bad('characters'));
    expect(faultOf(() => parseAddress(`${DONATION.slice(0, -1)}😀`))).toEqual(bad('characters'));
    expect(faultOf(() => parseAddress('z'.repeat(95)))).toEqual(bad('checksum'));
    expect(faultOf(() => parseAddress(seal(body.with(0, 77))))).toEqual(bad('prefix'));
    // Another kind's prefix on these keys: the payment id is missing, or superfluous.
    expect(faultOf(() => parseAddress(seal(body.with(0, 19))))).toEqual(bad('length'));
    expect(faultOf(() => parseAddress(seal(Uint8Array.of(...body, 0))))).toEqual(bad('length'));
    const noPoint = fromHex('02'.padEnd(64, '0'));
    expect(kernel.isOnCurve(noPoint)).toBe(false);
    expect(
      faultOf(() => parseAddress(formatAddress({ ...parsed, viewPublic: asPublicKey(noPoint) }))),
    ).toEqual(bad('point'));
    expect(
      faultOf(() => parseAddress(formatAddress({ ...parsed, spendPublic: asPublicKey(noPoint) }))),
    ).toEqual(bad('point'));
  });

  it('of another network are refused, both networks named', () => {
    expect(faultOf(() => parseAddressFor('stagenet', DONATION))).toEqual({
      code: 'wrong_network',
      expected: 'stagenet',
      actual: 'mainnet',
    });
  });

  it('of standard kind are joined with a payment id, and separated again', () => {
    const standard: Address = { ...parseAddress(DONATION), kind: 'standard' };
    const paymentId = fromHex('0123456789abcdef');
    const integrated = parseAddress(formatAddress(withPaymentId(standard, paymentId)));
    expect(integrated).toEqual({ ...standard, kind: 'integrated', paymentId });
    expect(withoutPaymentId(integrated)).toEqual(standard);
    expect(withoutPaymentId(standard)).toBe(standard);
    expect(() => formatAddress({ ...standard, paymentId })).toThrow('payment id');
    expect(() => formatAddress({ ...standard, kind: 'integrated' })).toThrow('payment id');
  });

  it('are read from any text without an unexpected error', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), (text) => {
        expect(faultOf(() => parseAddress(text))).toHaveProperty('code', 'bad_address');
      }),
    );
  });
});
