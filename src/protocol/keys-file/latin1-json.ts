/**
 * JSON of one flat object whose strings are bytes: rapidjson escapes quotes, backslashes and control characters and
 * copies all other bytes. Decoding UTF-8 would damage them, so one character is one byte here.
 */
import { parseJson } from '../../base/json.ts';
import { isRecord } from '../../base/shape.ts';
import { fault } from '../faults.ts';

export type Latin1Value = Uint8Array | number | bigint;
export type Latin1Object = ReadonlyMap<string, Latin1Value>;

/** Undefined for bytes that are no JSON object, as after a wrong password. Values of other types are left out. */
export function readLatin1Json(bytes: Uint8Array): Latin1Object | undefined {
  if (bytes[0] !== 0x7b) return undefined;
  let value: unknown;
  try {
    value = parseJson(toText(bytes));
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  return new Map(
    Object.entries(value).flatMap(([name, each]: [string, unknown]): [string, Latin1Value][] => {
      if (typeof each === 'string') return [[name, fromText(each)]];
      return typeof each === 'number' || typeof each === 'bigint' ? [[name, each]] : [];
    }),
  );
}

/** Fractions have one decimal, which the only field with one needs. */
export function writeLatin1Json(fields: readonly (readonly [string, Latin1Value | '0.0'])[]): Uint8Array {
  const text = fields.map(([name, value]) => `"${name}":${written(value)}`).join(',');
  return fromText(`{${text}}`);
}

const written = (value: Latin1Value | '0.0'): string =>
  value instanceof Uint8Array ? `"${escape(toText(value))}"` : String(value);

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const escape = (text: string): string => {
  let out = '';
  for (const char of text) {
    const code = char.charCodeAt(0);
    out += SHORT[char] ?? (code < 0x20 ? `\\u${code.toString(16).toUpperCase().padStart(4, '0')}` : char);
  }
  return out;
};

const toText = (bytes: Uint8Array): string => {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
};

/** An escape can mean a character above 255, but no known writer of these files makes one. */
const fromText = (text: string): Uint8Array =>
  Uint8Array.from(text, (char) => {
    const code = char.charCodeAt(0);
    if (code > 0xff) throw fault('bad_keys_file', { reason: 'shape' });
    return code;
  });
