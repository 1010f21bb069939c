/**
 * Encodes plain records as CBOR (RFC 8949) in one pass into one buffer, so that writing keeps up with scanning.
 * Properties keep their order; undefined ones are left out. cbor-reader.ts decodes it; a test compares with cborg's
 * encoder. One difference from the RFC: a bigint (tag 2) is eight bytes in little-endian order, which another decoder
 * would read reversed.
 */

import type { Steps } from '../../base/steps.ts';

const MAJOR = { uint: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6 } as const;
const FALSE = 0xf4;
const TRUE = 0xf5;
const NULL = 0xf6;
/** Unsigned bigint: eight bytes, little-endian (the RFC has big-endian bytes of any length). */
const BIG_TAG = 2;
const FIRST_SIZE = 1 << 14;
/** Bytes of one array, and of the items of a list, that one step writes; and a number of items that takes some steps. */
const STEP_BYTES = 1 << 20;
const STEP_OF_ITEMS = 1 << 14;
const MANY_ITEMS = 1000;

/** The bytes written so far; `view` is on the same buffer. */
interface Writer {
  out: Uint8Array<ArrayBuffer>;
  view: DataView;
  at: number;
}

/**
 * Encodes booleans, integers, bigint below 2^64, strings, bytes, arrays and records. Throws Error for anything else.
 */
export function encodeCbor(value: unknown): Uint8Array {
  const writer = newWriter(FIRST_SIZE);
  writeAny(writer, value);
  return writer.out.slice(0, writer.at);
}

/** `encodeCbor` in steps. `expected`: about how many bytes it will have, so that few are copied; the buffer has more. */
export function* encodeInSteps(value: unknown, expected: number): Steps<Uint8Array> {
  const writer = newWriter(FIRST_SIZE + expected);
  yield* writeLong(writer, value);
  return writer.out.subarray(0, writer.at);
}

const newWriter = (size: number): Writer => {
  const out = new Uint8Array(size);
  return { out, view: new DataView(out.buffer), at: 0 };
};

function* writeLong(writer: Writer, value: unknown): Steps<void> {
  if (!isLong(value)) writeAny(writer, value);
  else if (value instanceof Uint8Array) yield* writeLongBytes(writer, value);
  else if (Array.isArray(value)) yield* writeLongList(writer, value);
  else {
    const fields = Object.entries(value as object).filter(([, each]) => each !== undefined);
    writeHead(writer, MAJOR.map, fields.length);
    for (const [name, each] of fields) {
      writeText(writer, name);
      yield* writeLong(writer, each);
    }
  }
}

/** True if there is more than one step in it. */
const isLong = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return value.length > STEP_BYTES;
  if (Array.isArray(value)) return value.length > MANY_ITEMS || value.some(isLong);
  for (const name in value) if (isLong((value as Record<string, unknown>)[name])) return true;
  return false;
};

function* writeLongBytes(writer: Writer, bytes: Uint8Array): Steps<void> {
  writeHead(writer, MAJOR.bytes, bytes.length);
  reserve(writer, bytes.length);
  for (let from = 0; from < bytes.length; from += STEP_BYTES) {
    const part = bytes.subarray(from, from + STEP_BYTES);
    writer.out.set(part, writer.at);
    writer.at += part.length;
    yield;
  }
}

function* writeLongList(writer: Writer, list: readonly unknown[]): Steps<void> {
  writeHead(writer, MAJOR.list, list.length);
  let stepAt = writer.at;
  for (const each of list) {
    if (writer.at - stepAt > STEP_OF_ITEMS) {
      stepAt = writer.at;
      yield;
    }
    if (isLong(each)) yield* writeLong(writer, each);
    else writeAny(writer, each);
  }
}

const writeAny = (writer: Writer, value: unknown): void => {
  if (typeof value === 'string') writeText(writer, value);
  else if (typeof value === 'number') writeNumber(writer, value);
  else if (typeof value === 'bigint') writeBig(writer, value);
  else if (typeof value === 'boolean') writeSimple(writer, value ? TRUE : FALSE);
  else if (value instanceof Uint8Array) writeBytes(writer, MAJOR.bytes, value);
  else if (Array.isArray(value)) {
    writeHead(writer, MAJOR.list, value.length);
    for (const each of value) writeAny(writer, each);
  } else if (value === null) writeSimple(writer, NULL);
  else if (typeof value === 'object') writeRecord(writer, value as Readonly<Record<string, unknown>>);
  else throw new Error(`a ${typeof value} cannot be written`);
};

const writeRecord = (writer: Writer, value: Readonly<Record<string, unknown>>): void => {
  // Plain records have no inherited properties, and this loop makes no list of names.
  let count = 0;
  for (const name in value) if (value[name] !== undefined) count += 1;
  writeHead(writer, MAJOR.map, count);
  for (const name in value) {
    const each = value[name];
    if (each === undefined) continue;
    writeText(writer, name);
    writeAny(writer, each);
  }
};

const writeText = (writer: Writer, value: string): void => {
  const { length } = value;
  // Writes the head as for an ASCII text. If the text is not ASCII, it is written again.
  const start = writer.at;
  writeHead(writer, MAJOR.text, length);
  reserve(writer, length);
  const { out, at: first } = writer;
  for (let i = 0; i < length; i++) {
    const code = value.charCodeAt(i);
    if (code > 0x7f) {
      writer.at = start;
      writeBytes(writer, MAJOR.text, new TextEncoder().encode(value));
      return;
    }
    out[first + i] = code;
  }
  writer.at += length;
};

const writeNumber = (writer: Writer, value: number): void => {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} cannot be written`);
  if (value < 0) writeHead(writer, MAJOR.negative, -1 - value);
  else writeHead(writer, MAJOR.uint, value);
};

const writeBig = (writer: Writer, value: bigint): void => {
  writeHead(writer, MAJOR.tag, BIG_TAG);
  writeHead(writer, MAJOR.bytes, 8);
  reserve(writer, 8);
  writer.view.setBigUint64(writer.at, value, true);
  writer.at += 8;
};

const writeBytes = (writer: Writer, major: number, value: Uint8Array): void => {
  writeHead(writer, major, value.length);
  reserve(writer, value.length);
  writer.out.set(value, writer.at);
  writer.at += value.length;
};

const writeSimple = (writer: Writer, code: number): void => {
  reserve(writer, 1);
  writer.out[writer.at++] = code;
};

/** Writes a major type and a number of up to 64 bits in the shortest form. */
const writeHead = (writer: Writer, major: number, value: number): void => {
  reserve(writer, 9);
  const { out, view, at } = writer;
  const type = major << 5;
  if (value < 24) {
    out[at] = type | value;
    writer.at = at + 1;
  } else if (value < 0x100) {
    out[at] = type | 24;
    out[at + 1] = value;
    writer.at = at + 2;
  } else if (value < 0x1_0000) {
    out[at] = type | 25;
    view.setUint16(at + 1, value);
    writer.at = at + 3;
  } else if (value < 0x1_0000_0000) {
    out[at] = type | 26;
    view.setUint32(at + 1, value);
    writer.at = at + 5;
  } else {
    out[at] = type | 27;
    view.setBigUint64(at + 1, BigInt(value));
    writer.at = at + 9;
  }
};

const reserve = (writer: Writer, size: number): void => {
  const { out, at } = writer;
  if (at + size <= out.length) return;
  const grown = new Uint8Array(Math.max(2 * out.length, at + size));
  grown.set(out.subarray(0, at));
  writer.out = grown;
  writer.view = new DataView(grown.buffer);
};
