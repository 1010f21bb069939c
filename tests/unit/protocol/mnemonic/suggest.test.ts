import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestWord } from '../../../../src/protocol/mnemonic/suggest.ts';
import { loadWordList } from '../../../../src/protocol/mnemonic/word-list.ts';

describe('suggestions for a misspelled word', () => {
  it('contain the word with one error in it', async () => {
    const list = await loadWordList('English');
    for (const [typed, meant] of [
      ['abey', 'abbey'],
      ['abbbey', 'abbey'],
      ['abbez', 'abbey'],
      ['abeby', 'abbey'],
      ['VELVTE', 'velvet'],
      ['unquotted', 'unquoted'],
    ] as const)
      expect(suggestWord(list, typed), typed).toBe(meant);
    expect(suggestWord(await loadWordList('Spanish'), 'abacoo')).toBe('ábaco');
    expect(suggestWord(await loadWordList('German'), 'Abakuss')).toBe('Abakus');
  });

  it('are empty for dissimilar and very long text', async () => {
    const list = await loadWordList('English');
    for (const typed of ['', '12345678', 'qqqqqqqq', 'x'.repeat(10_000)])
      expect(suggestWord(list, typed)).toBe(undefined);
  });

  it('are words of the list', async () => {
    const list = await loadWordList('Russian');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 10 }), (typed) => {
        const found = suggestWord(list, typed);
        if (found !== undefined) expect(list.words).toContain(found);
      }),
      { numRuns: 30 },
    );
  });
});
