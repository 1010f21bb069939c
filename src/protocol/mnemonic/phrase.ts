/**
 * A key as 24 words and a checksum word in one language: each four bytes (little-endian) are three words. The 13 words
 * of MyMonero spell 16 bytes in the same way.
 * Upstream: `bytes_to_words`, `words_to_bytes`, `create_checksum_index` in src/mnemonics/electrum-words.cpp.
 */
import { utf8 } from '../../base/bytes.ts';
import { crc32 } from '../../base/crc32.ts';
import { prefixOf } from './typed-words.ts';
import { LIST_WORDS, type Strictness, type WordList } from './word-list.ts';

export const PHRASE_WORDS = 24;
/** Words of MyMonero, with the checksum word. */
export const SHORT_WORDS = 13;
const N = LIST_WORDS;

/** The 25 words of 32 bytes, the last being the checksum. */
export function encodePhrase(list: WordList, key: Uint8Array): string[] {
  if (key.length !== 32) throw new Error('a phrase spells 32 bytes');
  if (list.language === 'EnglishOld') throw new Error('old English phrases are read, never written');
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const indices: number[] = [];
  for (let at = 0; at < key.length; at += 4) {
    const x = view.getUint32(at, true);
    const first = x % N;
    const second = (Math.floor(x / N) + first) % N;
    const third = (Math.floor(x / N / N) + second) % N;
    indices.push(first, second, third);
  }
  return [...indices, checksumIndex(list, indices)].map((i) => list.words[i]!);
}

/** Result of reading words in one language. */
export type PhraseReading =
  | { readonly kind: 'key'; readonly key: Uint8Array }
  | { readonly kind: 'unknown'; readonly index: number; readonly known: number }
  | { readonly kind: 'checksum'; readonly expected: string }
  /** Three words, from `index` on, that encode no four bytes. */
  | { readonly kind: 'impossible'; readonly index: number };

/** Reads 25 or 13 words, which may be shortened to their prefixes, or 24 whole words without a checksum. */
export function decodePhrase(list: WordList, words: readonly string[], how: Strictness): PhraseReading {
  const checked = words.length !== PHRASE_WORDS;
  const found = words.map((word) => (checked ? list.findByPrefix(word, how) : list.find(word, how)));
  const indices = found.filter((index) => index !== undefined);
  if (indices.length < found.length)
    return { kind: 'unknown', index: found.indexOf(undefined), known: indices.length };
  if (checked) {
    const checksum = indices.pop();
    const expected = checksumIndex(list, indices);
    if (checksum !== expected) return { kind: 'checksum', expected: list.words[expected]! };
  }
  const groups = indices.length / 3;
  const key = new DataView(new ArrayBuffer(4 * groups));
  for (let group = 0; group < groups; group++) {
    const x = groupValue(indices[3 * group]!, indices[3 * group + 1]!, indices[3 * group + 2]!);
    if (x > 0xffffffff) return { kind: 'impossible', index: 3 * group };
    key.setUint32(4 * group, x, true);
  }
  return { kind: 'key', key: new Uint8Array(key.buffer) };
}

const groupValue = (first: number, second: number, third: number): number =>
  first + N * ((N - first + second) % N) + N * N * ((N - second + third) % N);

/** The checksum is one of the words again; a hash of all prefixes selects which. */
const checksumIndex = (list: WordList, indices: readonly number[]): number => {
  const prefixes = indices.map((i) => prefixOf(list.words[i]!, list.prefixLength)).join('');
  return indices[crc32(utf8(prefixes)) % indices.length]!;
};
