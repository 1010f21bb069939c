/** Words, and what stands beside them: nothing is guessed into another phrase, and no number into its start. */
import { describe, expect, it } from 'vitest';
import { keyIn, readTypedText } from '../../../src/base/typed-text.ts';
import { addressIn, paymentLinkIn } from '../../../src/base/typed-text.ts';
import { asciiDigits, splitWords } from '../../../src/base/split-words.ts';
import known from '../../vectors/known-wallet.json' with { type: 'json' };

const SEED = known.seed;
const WORDS = SEED.split(' ');
const ADDRESS =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';
const since = (text: string) => {
  const { height, day } = readTypedText(text);
  return { height, day };
};
const wordsIn = (text: string): readonly string[] => {
  const read = readTypedText(text);
  return read.kind === 'words' ? read.words : [];
};
/** Lines with as many words each. */
const inLines = (words: readonly string[], counts: readonly number[]): string => {
  const rest = [...words];
  return counts.map((count) => rest.splice(0, count).join(' ')).join('\n');
};

// threat: hostile-text
describe('a number or a date beside the words', () => {
  it.each([
    ['Created 2019-03-07\nOrder no. 3405511', { day: '2019-03-07' }],
    ['Balance 3,412,345 piconero', {}],
    ['xmrchain.net/block/3405511', {}],
    ['https://xmrchain.net/search?value=3405511', {}],
    ['Restore height: unknown (3405511 was the tip on 2025-05-01)', {}],
    ['Last backup block 3405511\nWallet created 2018-01-05', { day: '2018-01-05' }],
    ['Backup date: 2025-05-01', {}],
    ['Created 2021-13-45', {}],
    ['Created 31.02.2021', {}],
    ['Created: 29.02.2020', { day: '2020-02-29' }],
    ['2021-03-07', { day: '2021-03-07' }],
    ['2942000', { height: 2_942_000 }],
    ['2942000 2021-03-07', {}],
    ['Restore height: 2942000\nHeight: 2000000', { height: 2_000_000 }],
    ['Created: 2021-03-07\nBirthday: 2020-01-31', { day: '2020-01-31' }],
    ['Restore height: 2942000\nCreated: 2023-07-31', { height: 2_942_000, day: '2023-07-31' }],
    ['Restore height: 2942000¹', { height: 2_942_000 }],
    ['Restore height: ٢٩٤٢٠٠٠', { height: 2_942_000 }],
    ['Blockhöhe: 2942000', { height: 2_942_000 }],
    ['Height: 7', { height: 7 }],
    ['2021', {}],
  ])('counts only with a label or alone on its line, the earliest of several: %j', (text, expected) => {
    expect(since(`${SEED}\n${text}`)).toEqual({ height: undefined, day: undefined, ...expected });
    expect(since(`${text}\n${SEED}`)).toEqual({ height: undefined, day: undefined, ...expected });
  });
  it('does not count on the line of the words without a label', () => {
    expect(since(`${SEED} 2942000`)).toEqual({});
    expect(since(`${SEED} 2021-03-07`)).toEqual({});
    expect(since(`${SEED} restore height 2942000`)).toEqual({ height: 2_942_000 });
  });
  it('does not take the last word of the line before for a part of its label', () => {
    const words = [...WORDS.slice(0, 15), 'day'];
    const text = `${words.join(' ')}\nHeight=2942000`;
    expect(wordsIn(text)).toEqual(words);
    expect(since(text)).toEqual({ height: 2_942_000 });
  });
});

describe('lines with too many words', () => {
  const tooMany = [...WORDS, 'anvil'];
  it.each([
    [[13, 6, 7]],
    [[5, 5, 5, 5, 6]],
    [[8, 8, 10]],
    [[10, 16]],
    [[5, 5, 6, 5, 5]],
    [[13, 7, 6]],
    [[6, 7, 13]],
    [[7, 6, 13]],
  ])('are all read, in lines of %j words', (counts) => {
    expect(wordsIn(inLines(tooMany, counts))).toEqual(tooMany);
  });
  it('are all read when a word is broken at the end of a line', () => {
    expect(wordsIn(SEED.replace('nitrogen', 'nitro-\ngen'))).toHaveLength(26);
    expect(wordsIn(SEED.replace('nitrogen', 'nitro\ngen'))).toHaveLength(26);
  });
  it('leave a short line out, and say which words were in it', () => {
    expect(readTypedText(inLines(tooMany, [9, 16, 1]))).toMatchObject({
      words: WORDS,
      beside: ['anvil'],
      whole: tooMany,
    });
    expect(readTypedText(`My wallet\n${SEED}`)).toMatchObject({ words: WORDS, beside: ['My', 'wallet'] });
    expect(readTypedText(`Name: Ann\nSeed words: ${SEED}`)).toMatchObject({ words: WORDS, beside: ['Ann'] });
    expect(readTypedText(`Seed: ${SEED}`)).toEqual({ kind: 'words', words: WORDS });
  });
  it('are not divided into two phrases', () => {
    expect(wordsIn(`Seed A: ${SEED}\nSeed B: ${SEED}`)).toHaveLength(50);
    expect(wordsIn(inLines(WORDS, [13, 12]).replace('\n', '\nWords: '))).toHaveLength(25);
  });
});

/** The number in the digits of another script, of which this is the zero. */
const inScript = (zero: string) => (number: number) =>
  `${number}`.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));

describe('numbers before the words', () => {
  it.each([
    ['Arabic', inScript('٠'), '. '],
    ['Persian', inScript('۰'), '. '],
    ['Devanagari', inScript('०'), ') '],
    ['Bengali', inScript('০'), ' '],
    ['Thai', inScript('๐'), '. '],
    ['full-width', inScript('０'), '．'],
    ['n/25', (n: number) => `${n}/25`, ' '],
    ['n of 25', (n: number) => `${n} of 25`, ': '],
    ['Word n of 25', (n: number) => `Word ${n} of 25`, ': '],
    ['第n个', (n: number) => `第${n}个`, ' '],
    ['Mot n°', (n: number) => `Mot n°${n}`, ' : '],
    ['keycaps', (n: number) => `${n}`.replace(/\d/g, '$&\ufe0f\u20e3'), ' '],
  ])('are left out when they count all words: %s', (_name, numbered, mark) => {
    const items = WORDS.map((word, i) => `${numbered(i + 1)}${mark}${word}`);
    expect(wordsIn(items.join('\n'))).toEqual(WORDS);
    expect(wordsIn(items.join(' '))).toEqual(WORDS);
    // Two columns, read line by line.
    const columns = Array.from({ length: 13 }, (_, i) => `${items[i]}\t${items[i + 13] ?? ''}`);
    expect(wordsIn(columns.join('\n'))).toEqual(WORDS);
    // With a number twice they are no count, and no word of them is dropped without a word.
    const twice = readTypedText([...items, items[0]!].join('\n'));
    if (twice.kind !== 'words') throw new Error(twice.kind);
    expect(twice.words.length === 25 ? twice.beside : undefined).not.toEqual([]);
    expect(twice.words.length + (twice.beside?.length ?? 0)).toBeGreaterThan(25);
  });
  it.each([
    ['letters', WORDS.map((word, i) => `${String.fromCodePoint(97 + i)}) ${word}`).join('\n')],
    ['boxes', WORDS.map((word) => `[x] ${word}`).join('\n')],
  ])('that are none are words too many: %s', (_name, text) => {
    expect(wordsIn(text)).toHaveLength(50);
  });
  it.each([
    ['JSON', JSON.stringify({ mnemonic: SEED })],
    ['JSON with a height', JSON.stringify({ mnemonic: SEED, height: 2_942_000 })],
    ['an encoded text', SEED.replaceAll(' ', '%20')],
    ['a list of a page', `<ol>${WORDS.map((word) => `<li>${word}</li>`).join('')}</ol>`],
  ])('and other marks are left out: %s', (_name, text) => {
    expect(wordsIn(text)).toEqual(WORDS);
  });
  it('are decimal digits of any script', () => {
    expect(asciiDigits('٠١٢٣٤٥٦٧٨٩ ۰۹ ०९ 𝟎𝟗')).toBe('0123456789 09 09 09');
    expect(splitWords('1velvet 2lymph')).toEqual(['velvet', 'lymph']);
  });
});

describe('words beside a key', () => {
  it('are read instead of it: a transaction id looks like a key', () => {
    const sixteen = WORDS.slice(0, 16).join(' ');
    expect(readTypedText(`${sixteen}\n${known.spendSecret}`)).toMatchObject({ kind: 'words' });
    expect(readTypedText(`Spend key: ${known.spendSecret}`)).toMatchObject({ kind: 'keys' });
  });
});

describe('an address or a link', () => {
  it('that lost its scheme is a link', () => {
    const id = 'a'.repeat(64);
    expect(paymentLinkIn(`${ADDRESS}?tx_payment_id=${id}&tx_amount=1`)).toBe(
      `monero:${ADDRESS}?tx_payment_id=${id}&tx_amount=1`,
    );
    expect(readTypedText(`${ADDRESS}?tx_amount=1`).kind).toBe('payment');
  });
  it('is none beside another address or beside what is not understood', () => {
    const other = `8${ADDRESS.slice(1)}`;
    for (const text of [`${ADDRESS} ${other}`, `${ADDRESS};${other}`, `${ADDRESS} 5 XMR`, `5 XMR ${ADDRESS}`])
      expect(addressIn(text), text).not.toBe(ADDRESS);
    expect(addressIn(`monero:${ADDRESS}?tx_amount=1`)).toBe(ADDRESS);
    expect(addressIn(`monero:${ADDRESS}?tx_payment_id=${'a'.repeat(64)}`)).not.toBe(ADDRESS);
  });
  it('has no superscript as a digit', () => {
    expect(addressIn(ADDRESS.replace('4', '⁴'))).not.toBe(ADDRESS);
    expect(keyIn(known.spendSecret.replace(/\d/, '²'))).toContain('²');
  });
});

// threat: hostile-text
it('texts of 20,000 characters are read in a time that grows with their length', () => {
  const unit = [
    '-',
    '"',
    'monero:;;;',
    'あ',
    'a"',
    '1 ',
    'restore ',
    '5.',
    'a-',
    'Height: 1',
    '<li',
    '&amp',
    '\n\n',
    'a:',
    '”',
  ];
  for (const part of unit) readTypedText(part.repeat(Math.floor(20_000 / part.length)));
  for (const part of unit) readTypedText(`a${part.repeat(Math.floor(19_000 / part.length))}b`);
  expect(readTypedText('a'.repeat(20_001))).toEqual({ kind: 'too_long' });
  expect(keyIn('a'.repeat(1_000_000))).toHaveLength(20_000);
});
