import { describe, expect, it } from 'vitest';
import {
  addressGroups,
  amountParts,
  amountText,
  byteSize,
  count,
  heroLength,
  counted,
  shortText,
  xmr,
} from '../../../src/ui/format/format.ts';

const XMR = 1_000_000_000_000n;

describe('amounts on screen', () => {
  it('have every decimal, of which the fifth and later ones are dimmed', () => {
    expect(amountParts(18_446_744_073_709_551_615n)).toMatchObject({
      whole: '18,446,744',
      lead: '0737',
      tail: '09551615',
    });
  });
  it('have two decimals at least, and no zeros after those', () => {
    expect(amountText(XMR)).toBe('1.00');
    expect(amountText(XMR, 0)).toBe('1');
    expect(amountText(1_250_000_000_000n)).toBe('1.25');
    expect(amountParts(31_244_710_000n)).toMatchObject({ lead: '0312', tail: '4471' });
  });
  it('are emphasised throughout when the whole part and the first four decimals are zero', () => {
    expect(amountParts(1n)).toMatchObject({ lead: '000000000001', tail: '' });
    expect(amountParts(99_999_999n)).toMatchObject({ lead: '000099999999', tail: '' });
    expect(amountParts(100_000_000n)).toMatchObject({ lead: '0001', tail: '' });
    expect(amountParts(0n)).toMatchObject({ lead: '00', tail: '' });
  });
  it('have U+2212 as minus, and a plus only when requested', () => {
    expect(amountParts(-XMR).sign).toBe('\u2212');
    expect(amountParts(XMR).sign).toBe('');
    expect(amountParts(XMR, { plus: true }).sign).toBe('+');
    expect(amountText(-1n)).toBe('\u22120.000000000001');
  });
  it('have the separators of the language', () => {
    const german = amountParts(1_234_567n * XMR, { separators: { thousands: '.', point: ',' } });
    expect(german.whole + german.point + german.lead).toBe('1.234.567,00');
  });
  it('have a gap before the unit that does not break', () => {
    expect(xmr(850_000_000_000n)).toBe('0.85\u00a0XMR');
  });
  it('get more room the longer they are', () => {
    const short = heroLength(amountParts(0n));
    const long = heroLength(amountParts(18_446_744_073_709_551_615n));
    expect(long).toBeGreaterThan(short * 2);
  });
});

describe('numbers and texts', () => {
  it('have thousands separators, and counts in words', () => {
    expect(count(3_381_204)).toBe('3,381,204');
    expect(counted(1, ['# block', '# blocks'])).toBe('1 block');
    expect(counted(12_000, ['# block', '# blocks'])).toBe('12,000 blocks');
    expect(counted(2, ['# address', '# addresses'])).toBe('2 addresses');
  });
  it('shorten addresses in the middle only when that makes them shorter', () => {
    expect(shortText('abcdefghijklmnop')).toBe('abcdef\u2026klmnop');
    expect(shortText('abcdefghijklm')).toBe('abcdefghijklm');
  });
  // threat: look-alike
  it('show an address in groups of five without losing a character', () => {
    const address = '8'.repeat(95);
    expect(addressGroups(address)).toHaveLength(19);
    expect(addressGroups(address).join('')).toBe(address);
    expect(addressGroups('')).toEqual([]);
  });
  it('show sizes of storage', () => {
    expect(byteSize(0)).toBe('0 bytes');
    expect(byteSize(4_200_000)).toBe('4.2 MB');
    expect(byteSize(2_400_000_000)).toBe('2.4 GB');
    expect(byteSize(123_456)).toBe('123 kB');
  });
});
