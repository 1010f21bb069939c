/**
 * JSON with raw bytes in one string (`KV_SERIALIZE_CONTAINER_POD_AS_BLOB`): not UTF-8, with escapes that JSON does not
 * have. So the string is cut out of the bytes before the rest is parsed as text.
 * Upstream: contrib/epee/src/parserse_base_utils.cpp, `transform_to_escape_sequence`.
 */
import { utf8 } from '../../base/bytes.ts';
import { badAnswer } from '../faults.ts';
import type { Call } from './call.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The call, with the field `name` read from the raw bytes of its string. A field that is missing has none. */
/* @__NO_SIDE_EFFECTS__ */
export function withRawString<Q, T extends object, Admin extends boolean, Name extends string, V>(
  call: Call<Q, T, Admin>,
  name: Name,
  read: (raw: Uint8Array) => V,
  type = 'string',
): Call<Q, T & Readonly<Record<Name, V>>, Admin> {
  type Whole = T & Readonly<Record<Name, V>>;
  const readWhole = (bytes: Uint8Array): Whole => {
    const { value, rest } = cutString(bytes, utf8(`"${name}"`));
    return { ...call.read(rest), [name]: read(value) } as Whole;
  };
  const wrapped: Call<Q, Whole, Admin> = Object.assign(
    (...given: Parameters<typeof call>) => ({ ...call(...given), read: readWhole }),
    {
      wire: call.wire,
      admin: call.admin,
      read: readWhole,
      takes: call.takes,
      gives: { ...call.gives, [name]: { type, read } },
    },
  );
  return wrapped;
}

/** Cuts out the string field `name`: returns its bytes, and the message with an empty string instead. */
const cutString = (
  bytes: Uint8Array,
  name: Uint8Array,
): { value: Uint8Array; rest: Uint8Array<ArrayBuffer> } => {
  const at = indexOf(bytes, name);
  if (at < 0) return { value: new Uint8Array(0), rest: new Uint8Array(bytes) };
  let i = at + name.length;
  while (' \t\r\n:'.includes(String.fromCharCode(bytes[i] ?? 0)) && i < bytes.length) i++;
  if (bytes[i] !== QUOTE) throw badAnswer('raw bytes that are no string');
  const start = ++i;
  const value = new Uint8Array(bytes.length - start);
  let n = 0;
  for (; bytes[i] !== QUOTE; i++) {
    if (i >= bytes.length) throw badAnswer('raw bytes that do not end');
    if (bytes[i] !== BACKSLASH) {
      value[n++] = bytes[i]!;
      continue;
    }
    const escape = String.fromCharCode(bytes[++i] ?? 0);
    if (escape === 'u') {
      const code = Number.parseInt(String.fromCharCode(...bytes.subarray(i + 1, i + 5)), 16);
      if (!(code < 256)) throw badAnswer('an escape in raw bytes');
      value[n++] = code;
      i += 4;
    } else value[n++] = (ESCAPES[escape] ?? escape).charCodeAt(0);
  }
  const rest = new Uint8Array(start + bytes.length - i);
  rest.set(bytes.subarray(0, start));
  rest.set(bytes.subarray(i), start);
  return { value: value.subarray(0, n), rest };
};

const indexOf = (bytes: Uint8Array, wanted: Uint8Array): number => {
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1))
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return at;
  return -1;
};
