import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatXmr, parseXmr, U64_MAX } from '../../../src/base/amount.ts';
import { readWholeNumber } from '../../../src/base/clean-text.ts';

describe('amounts', () => {
  it('are read as they were written, up to the last piconero', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, U64_MAX), fc.integer({ min: 0, max: 12 }), (amount, decimals) => {
        expect(parseXmr(formatXmr(amount, decimals))).toBe(amount);
      }),
    );
  });

  it('are written exactly, with at least the requested decimals', () => {
    expect(formatXmr(1n)).toBe('0.000000000001');
    expect(formatXmr(1_250_000_000_000n)).toBe('1.25');
    expect(formatXmr(3_000_000_000_000n, 2)).toBe('3.00');
    expect(formatXmr(-500_000_000_000n)).toBe('-0.5');
    expect(formatXmr(U64_MAX)).toBe('18446744.073709551615');
  });

  it('are read with point or comma, with or without a whole part', () => {
    expect(['1.5', '1,5', ' 1.5 ', '01.50'].map((text) => parseXmr(text))).toEqual(
      Array(4).fill(1_500_000_000_000n),
    );
    expect(parseXmr('.5')).toBe(500_000_000_000n);
    expect(parseXmr('3.')).toBe(3_000_000_000_000n);
  });

  it('are refused with a superscript, a circled digit or a fraction behind a digit, which is no digit', () => {
    for (const text of ['0.5²', '1¹', '0.5₂', '①', '2½', '1⒈'])
      expect(() => parseXmr(text), text).toThrow('bad_amount');
    for (const text of ['2942000¹', '2942000²', '²', '①'])
      expect(readWholeNumber(text), text).toBeUndefined();
    expect(parseXmr('１．５')).toBe(1_500_000_000_000n);
    expect(readWholeNumber('２,942,000')).toBe(2_942_000);
  });
  it('are not clear with a comma before three digits', () => {
    for (const text of ['1,000', '12,500', '999,999'])
      expect(() => parseXmr(text), text).toThrow('unclear_amount');
    expect(['0,125', '1,00', '1,0000', '1.000'].map((text) => parseXmr(text))).toEqual(
      [125n, 1000n, 1000n, 1000n].map((n) => n * 1_000_000_000n),
    );
  });

  it.each(['', '.', ',', '-1', '+1', '1.2.3', '1,000.5', '1e3', '0x10', 'one', '١', 'NaN', '1 000'])(
    'are refused: %j',
    (text) => {
      expect(() => parseXmr(text)).toThrow('bad_amount');
    },
  );

  // threat: malformed-input
  it('are never rounded: a thirteenth decimal is refused, and so is an amount above 64 bits', () => {
    expect(() => parseXmr('0.0000000000001')).toThrow('too_many_decimals');
    expect(parseXmr('18446744.073709551615')).toBe(U64_MAX);
    expect(() => parseXmr('18446744.073709551616')).toThrow('amount_too_large');
    expect(() => parseXmr('9'.repeat(1000))).toThrow('amount_too_large');
  });
});
