/**
 * Plain records as CBOR (RFC 8949), in one pass into one buffer: what a scan finds is written as fast as it is found.
 * Properties keep their order; undefined ones are left out. cborg decodes it (codec.ts), and the test compares with
 * cborg's encoder. One thing differs from the RFC: a bigint (tag 2) is eight bytes in little-endian order, so that
 * another decoder reads its bytes reversed.
 */

const MAJOR = { uint: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6 } as const;
const FALSE = 0xf4;
const TRUE = 0xf5;
const NULL = 0xf6;
/** Unsigned bigint: eight bytes, little-endian (the RFC has big-endian bytes of any length). */
const BIG_TAG = 2;
const FIRST_SIZE = 1 << 14;

/** Booleans, whole numbers, bigint below 2^64, texts, bytes, lists and records of these. Anything else is a bug. */
export function encodeCbor(value: unknown): Uint8Array {
  let out = new Uint8Array(FIRST_SIZE);
  let view = new DataView(out.buffer);
  let at = 0;

  const reserve = (size: number): void => {
    if (at + size <= out.length) return;
    const grown = new Uint8Array(Math.max(2 * out.length, at + size));
    grown.set(out.subarray(0, at));
    out = grown;
    view = new DataView(out.buffer);
  };
  const head = (major: number, value: number): void => {
    reserve(9);
    const type = major << 5;
    if (value < 24) out[at++] = type | value;
    else if (value < 0x100) {
      out[at++] = type | 24;
      out[at++] = value;
    } else if (value < 0x1_0000) {
      out[at++] = type | 25;
      view.setUint16(at, value);
      at += 2;
    } else if (value < 0x1_0000_0000) {
      out[at++] = type | 26;
      view.setUint32(at, value);
      at += 4;
    } else {
      out[at++] = type | 27;
      view.setBigUint64(at, BigInt(value));
      at += 8;
    }
  };
  const bytes = (major: number, value: Uint8Array): void => {
    head(major, value.length);
    reserve(value.length);
    out.set(value, at);
    at += value.length;
  };
  const text = (value: string): void => {
    const { length } = value;
    // The head of an ASCII text can be written before its letters are looked at; any other is written over.
    const start = at;
    head(MAJOR.text, length);
    reserve(length);
    const [letters, first] = [out, at];
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) {
        at = start;
        bytes(MAJOR.text, new TextEncoder().encode(value));
        return;
      }
      letters[first + i] = code;
    }
    at += length;
  };
  const record = (value: Readonly<Record<string, unknown>>): void => {
    const names = Object.keys(value);
    let count = 0;
    for (const name of names) if (value[name] !== undefined) count += 1;
    head(MAJOR.map, count);
    for (const name of names) {
      const each = value[name];
      if (each === undefined) continue;
      text(name);
      any(each);
    }
  };
  const number = (value: number): void => {
    if (!Number.isSafeInteger(value)) throw new Error(`${value} cannot be written`);
    if (value < 0) head(MAJOR.negative, -1 - value);
    else head(MAJOR.uint, value);
  };
  const big = (value: bigint): void => {
    head(MAJOR.tag, BIG_TAG);
    head(MAJOR.bytes, 8);
    reserve(8);
    view.setBigUint64(at, value, true);
    at += 8;
  };
  const simple = (code: number): void => {
    reserve(1);
    out[at++] = code;
  };
  const any = (value: unknown): void => {
    if (typeof value === 'string') text(value);
    else if (typeof value === 'number') number(value);
    else if (typeof value === 'bigint') big(value);
    else if (typeof value === 'boolean') simple(value ? TRUE : FALSE);
    else if (value instanceof Uint8Array) bytes(MAJOR.bytes, value);
    else if (Array.isArray(value)) {
      head(MAJOR.list, value.length);
      for (const each of value) any(each);
    } else if (value === null) simple(NULL);
    else if (typeof value === 'object') record(value as Readonly<Record<string, unknown>>);
    else throw new Error(`a ${typeof value} cannot be written`);
  };

  any(value);
  return out.slice(0, at);
}
