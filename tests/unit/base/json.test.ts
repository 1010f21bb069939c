import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, writeJson } from '../../../src/base/json.ts';

describe('JSON', () => {
  // threat: malformed-input
  it('keeps every u64 exact in both directions', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (value) => {
        const text = writeJson({ value });
        expect(text).toBe(`{"value":${value}}`);
        expect(BigInt((parseJson(text) as { value: number | bigint }).value)).toBe(value);
      }),
    );
  });

  it('reads integers as number while they are exact, else as bigint', () => {
    expect(parseJson('9007199254740991')).toBe(2 ** 53 - 1);
    expect(parseJson('9007199254740993')).toBe(2n ** 53n + 1n);
    expect(parseJson('[-1, 1.5, 18446744073709551615]')).toEqual([-1, 1.5, 2n ** 64n - 1n]);
  });

  // threat: malformed-input
  it('refuses integers of more than 40 digits, which take minutes when they have millions', () => {
    const digits = (n: number): string => '9'.repeat(n);
    expect(parseJson(`[${2n ** 128n - 1n}, ${digits(40)}]`)).toEqual([2n ** 128n - 1n, 10n ** 40n - 1n]);
    for (const n of [41, 3_000_000]) expect(() => parseJson(`{"height":${digits(n)}}`)).toThrow(SyntaxError);
    expect(parseJson(`[0.${digits(41)}, 1e400]`)).toEqual([1, Infinity]);
  });

  it.each(['', '{', '{"a":}', '[1,]', '{"a":1 "b":2}', 'nul', '"\u0001"', '01', "{'a':1}"])(
    'refuses %j with a SyntaxError',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it('cannot change the prototype of objects', () => {
    parseJson('{"__proto__":{"polluted":1}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
