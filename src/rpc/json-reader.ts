/**
 * Reads the JSON of requests as the reference's reader does. It is as tolerant (raw control characters, a comma
 * before a closing brace, literals in any case, anything after the object) and as strict (one object, lists of one
 * kind, no list in a list, integers of 64 bits, a hundred levels). Unlike upstream it refuses text that ends before
 * its object does, and numbers like `1-2`.
 * Upstream: contrib/epee/include/storages/portable_storage_from_json.h, contrib/epee/src/parserse_base_utils.cpp.
 */
import { U64_MAX } from '../base/amount.ts';
import { fault } from './faults.ts';
import { ESCAPED, Real, type Section } from './json.ts';

const DEPTH = 100;
const I64_MIN = -(1n << 63n);
const NUMBER = /-?[0-9.eE+-]+/y;
const WORD = /[a-z]+/iy;

/** The text, and the position of the next character. */
interface Cursor {
  readonly text: string;
  at: number;
}

/** Integers are number up to 2^53 and bigint beyond; null is left out. Fault parse_error. */
export function readSection(text: string): Section {
  const cursor: Cursor = { text, at: 0 };
  // An empty text is an empty object.
  return peek(cursor) === '' ? {} : objectAt(cursor, 0);
}

const bad = (): never => {
  throw fault('parse_error');
};

/** The next character that is not a space, without taking it; empty at the end. */
const peek = (cursor: Cursor): string => {
  const { text } = cursor;
  for (;;) {
    const c = text.charCodeAt(cursor.at);
    if (c !== 32 && !(c >= 9 && c <= 13)) return text.charAt(cursor.at);
    cursor.at++;
  }
};

const expect = (cursor: Cursor, char: string): void => {
  if (peek(cursor) !== char) bad();
  cursor.at++;
};

const objectAt = (cursor: Cursor, depth: number): Section => {
  if (depth >= DEPTH) bad();
  expect(cursor, '{');
  // Without a prototype, no field name is special.
  const out = Object.create(null) as Record<string, unknown>;
  for (;;) {
    if (peek(cursor) === '}') {
      cursor.at++;
      return out;
    }
    const name = stringAt(cursor);
    expect(cursor, ':');
    const first = peek(cursor);
    const value =
      first === '{'
        ? objectAt(cursor, depth + 1)
        : first === '['
          ? listAt(cursor, depth)
          : scalarAt(cursor, first);
    if (value !== null) out[name] = value;
    if (peek(cursor) !== '}') expect(cursor, ',');
  }
};

const listAt = (cursor: Cursor, depth: number): readonly unknown[] => {
  expect(cursor, '[');
  const items: unknown[] = [];
  if (peek(cursor) === ']') {
    cursor.at++;
    return items;
  }
  for (;;) {
    const first = peek(cursor);
    const item = first === '{' ? objectAt(cursor, depth + 1) : scalarAt(cursor, first);
    if (item === null || (items.length > 0 && kindOf(item) !== kindOf(items[0]))) bad();
    items.push(item);
    if (peek(cursor) === ']') {
      cursor.at++;
      return items;
    }
    expect(cursor, ',');
  }
};

/** The kind of a list item. All must have the same; the reference tells signed and unsigned integers apart. */
const kindOf = (value: unknown): string => {
  if (value instanceof Real) return 'real';
  if (typeof value === 'number' || typeof value === 'bigint') return value < 0 ? 'int' : 'uint';
  return typeof value;
};

const scalarAt = (cursor: Cursor, first: string): string | number | bigint | Real | boolean | null => {
  if (first === '"') return stringAt(cursor);
  return first === '-' || (first >= '0' && first <= '9') ? numberAt(cursor) : wordAt(cursor);
};

const stringAt = (cursor: Cursor): string => {
  expect(cursor, '"');
  const { text } = cursor;
  const parts: string[] = [];
  let from = cursor.at;
  for (;;) {
    const c = text.charCodeAt(cursor.at);
    if (c === 34 || c === 92) {
      parts.push(text.slice(from, cursor.at));
      cursor.at++;
      if (c === 34) return parts.join('');
      parts.push(escapeAt(cursor));
      from = cursor.at;
    } else if (Number.isNaN(c)) bad();
    else cursor.at++;
  }
};

/** The character after a backslash. An unknown letter means itself. */
const escapeAt = (cursor: Cursor): string => {
  const letter = cursor.text.charAt(cursor.at++);
  if (letter === '') bad();
  if (letter !== 'u') return ESCAPED.get(letter) ?? letter;
  const digits = cursor.text.slice(cursor.at, cursor.at + 4);
  if (!/^[0-9a-f]{4}$/i.test(digits)) bad();
  cursor.at += 4;
  return String.fromCharCode(parseInt(digits, 16));
};

const numberAt = (cursor: Cursor): number | bigint | Real => {
  const token = take(cursor, NUMBER) || bad();
  if (/^-?\d{1,20}$/.test(token)) {
    const n = BigInt(token);
    if (n > U64_MAX || n < I64_MIN || (token.startsWith('-') && n > 0n)) bad();
    return Number.isSafeInteger(Number(n)) ? Number(n) : n;
  }
  const value = Number(token);
  if (!/[.e]/i.test(token) || !Number.isFinite(value)) bad();
  return new Real(value);
};

const wordAt = (cursor: Cursor): boolean | null => {
  const word = take(cursor, WORD).toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : bad();
};

/** Takes the longest match at the position; empty when there is none. */
const take = (cursor: Cursor, pattern: RegExp): string => {
  pattern.lastIndex = cursor.at;
  const token = pattern.exec(cursor.text)?.[0] ?? '';
  cursor.at += token.length;
  return token;
};
