/**
 * The JSON of the outer doors, as text. Reading is as tolerant as the reference's own reader (raw control characters,
 * a comma before a closing brace, words in any case, anything behind the object) and as strict where it is strict:
 * one object, lists of one kind, no list in a list, integers of 64 bits, a hundred levels. Writing is the reference's
 * layout: keys in order, CRLF, two spaces, `\/`; but control characters become escapes, so that it is JSON always.
 * Upstream: contrib/epee/include/storages/portable_storage_{from,to}_json.h, contrib/epee/src/parserse_base_utils.cpp.
 *
 * Unlike upstream, text that ends before its object does is refused, and so is a number like `1-2`.
 */
import { U64_MAX } from '../base/amount.ts';
import { fault } from './faults.ts';

/** A number with a point or an exponent: never an integer, whatever its value. */
export class Real {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}
export type Section = Readonly<Record<string, unknown>>;

const DEPTH = 100;
const I64_MIN = -(1n << 63n);

/** Integers within 2^53 are number, beyond that bigint; null is left out. Fault parse_error. */
export function readSection(text: string): Section {
  let at = 0;
  const bad = (): never => {
    throw fault('parse_error');
  };
  /** The next character that is no space; it is not taken. Empty at the end. */
  const peek = (): string => {
    for (;;) {
      const c = text.charCodeAt(at);
      if (c !== 32 && !(c >= 9 && c <= 13)) return text.charAt(at);
      at++;
    }
  };
  const expect = (char: string): void => {
    if (peek() !== char) bad();
    at++;
  };
  const string = (): string => {
    expect('"');
    const parts: string[] = [];
    for (let from = at; ; at++) {
      const c = text.charCodeAt(at);
      if (c === 34 || c === 92) {
        parts.push(text.slice(from, at));
        at++;
        if (c === 34) return parts.join('');
        parts.push(escape());
        from = at;
        at--;
      } else if (Number.isNaN(c)) bad();
    }
  };
  /** Behind the backslash; an unknown letter stands for itself. */
  const escape = (): string => {
    const letter = text.charAt(at++);
    if (letter === '') bad();
    if (letter !== 'u') return ESCAPED.get(letter) ?? letter;
    const digits = text.slice(at, at + 4);
    if (!/^[0-9a-f]{4}$/i.test(digits)) bad();
    at += 4;
    return String.fromCharCode(parseInt(digits, 16));
  };
  const number = (): number | bigint | Real => {
    NUMBER.lastIndex = at;
    const token = NUMBER.exec(text)?.[0] ?? bad();
    at += token.length;
    if (/^-?\d{1,20}$/.test(token)) {
      const n = BigInt(token);
      if (n > U64_MAX || n < I64_MIN || (token.startsWith('-') && n > 0n)) bad();
      return Number.isSafeInteger(Number(n)) ? Number(n) : n;
    }
    const value = Number(token);
    if (!/[.e]/i.test(token) || !Number.isFinite(value)) bad();
    return new Real(value);
  };
  const word = (): boolean | null => {
    WORD.lastIndex = at;
    const token = WORD.exec(text)?.[0] ?? '';
    at += token.length;
    const lower = token.toLowerCase();
    return lower === 'true' ? true : lower === 'false' ? false : lower === 'null' ? null : bad();
  };
  const scalar = (first: string): string | number | bigint | Real | boolean | null =>
    first === '"' ? string() : first === '-' || (first >= '0' && first <= '9') ? number() : word();

  const list = (depth: number): readonly unknown[] => {
    expect('[');
    const items: unknown[] = [];
    if (peek() === ']') {
      at++;
      return items;
    }
    for (;;) {
      const first = peek();
      const item = first === '{' ? section(depth + 1) : scalar(first);
      if (item === null || (items.length > 0 && kind(item) !== kind(items[0]))) bad();
      items.push(item);
      if (peek() === ']') {
        at++;
        return items;
      }
      expect(',');
    }
  };
  const section = (depth: number): Section => {
    if (depth >= DEPTH) bad();
    expect('{');
    // Without a prototype: no name is special.
    const out = Object.create(null) as Record<string, unknown>;
    for (;;) {
      if (peek() === '}') {
        at++;
        return out;
      }
      const name = string();
      expect(':');
      const first = peek();
      const value = first === '{' ? section(depth + 1) : first === '[' ? list(depth) : scalar(first);
      if (value !== null) out[name] = value;
      if (peek() !== '}') expect(',');
    }
  };
  // Nothing at all is an object without anything.
  return peek() === '' ? {} : section(0);
}

const ESCAPED = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const NUMBER = /-?[0-9.eE+-]+/y;
const WORD = /[a-z]+/iy;

/** Lists hold one kind only, and the reference tells signed from unsigned integers. */
const kind = (value: unknown): string =>
  value instanceof Real
    ? 'real'
    : typeof value === 'number' || typeof value === 'bigint'
      ? value < 0
        ? 'int'
        : 'uint'
      : typeof value;

/** Undefined and null are left out, and so are what cannot be JSON. */
export function writeSection(value: object, indent = 0): string {
  const pad = '  '.repeat(indent + 1);
  const lines = Object.entries(value)
    .filter(([, each]) => each !== undefined && each !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${pad}${quote(name)}: ${writeValue(each, indent + 1)}`);
  return `{\r\n${lines.map((line, i) => `${line}${i < lines.length - 1 ? ',' : ''}\r\n`).join('')}${'  '.repeat(indent)}}`;
}

const writeValue = (value: unknown, indent: number): string => {
  if (typeof value === 'string') return quote(value);
  if (value instanceof Real) return real(value.value);
  if (Array.isArray(value)) return `[${value.map((each) => writeValue(each, indent)).join(',')}]`;
  if (typeof value === 'object' && value !== null) return writeSection(value, indent);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : real(value);
  throw new Error(`no JSON: ${typeof value}`);
};
/** Six digits, as the reference's stream prints. */
const real = (value: number): string => String(Number(value.toPrecision(6)));

// Control characters, quote, backslash, slash, and surrogates without their other half.
const SPECIAL = /[\u0000-\u001f"\\/\u007f]|[\ud800-\udfff]/gu;
const SHORT = new Map(
  [...ESCAPED].filter(([letter]) => letter !== 'v').map(([letter, char]) => [char, `\\${letter}`]),
);
const quote = (text: string): string =>
  `"${text.replace(SPECIAL, (char) =>
    char === '"' || char === '\\' || char === '/'
      ? `\\${char}`
      : (SHORT.get(char) ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )}"`;
