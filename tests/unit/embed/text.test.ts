import { describe, expect, it } from 'vitest';
import { readSiteText, readText, writeText } from '../../../src/embed/text.ts';

describe('a message as text', () => {
  it('comes back as it was, integers of 64 bits and texts that look like them included', () => {
    const message = {
      id: 1,
      amounts: [0n, -1n, 2n ** 64n - 1n, 5, 0.5],
      texts: ['', 'n5', 's', 'snn1', '{"a":1}'],
      nothing: null,
      yes: true,
    };
    expect(readText(writeText(message))).toEqual(message);
  });
  it('is not written for functions, which are no data', () => {
    expect(() => writeText({ go: () => 1 })).toThrow('not plain data');
  });
  // threat: site-floods
  it.each([
    ['no text', 7],
    ['not JSON', '{'],
    ['a text without its letter', '{"a":"plain"}'],
    ['a number that is none', '{"a":"n1e9"}'],
    ['an integer far beyond 64 bits', `{"a":"n${'9'.repeat(21)}"}`],
    ['a text that is too long', `"s${'x'.repeat(600_000)}"`],
  ])('is refused if it is %s', (_, text) => {
    expect(() => readSiteText(text)).toThrow(/not a|too long/);
  });
  it('adds no field to the prototype of objects', () => {
    const read = readSiteText('{"__proto__":{"a":"sx"}}') as object;
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(({} as { a?: string }).a).toBeUndefined();
  });
});
