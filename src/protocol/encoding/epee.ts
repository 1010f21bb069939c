/**
 * Epee portable storage, the format of the daemon's .bin endpoints.
 * Upstream: contrib/epee/include/storages/portable_storage_from_bin.h, portable_storage_to_bin.h.
 * Vectors: monero/data/fuzz/load-from-binary, and answers of a real monerod.
 *
 *   message   9 bytes of signature, section
 *   section   size, then for each field: u8 name length, name, type, value
 *   size      the low 2 bits of the first byte give its width: 1, 2, 4 or 8 bytes; the other bits are the value
 *   list      type | 0x80, size, values without types
 */
import { concat, equalBytes, utf8 } from '../../base/bytes.ts';
import { fault } from '../faults.ts';
import {
  EPEE_ARRAY_FLAG,
  EPEE_ARRAY_TYPE,
  EPEE_TYPES,
  EPEE_WIDTH,
  EpeeSection,
  readInt,
  type EpeeInt,
  type EpeeType,
  type EpeeValue,
} from './epee-section.ts';
import { Reader } from './reader.ts';
import { Writer } from './writer.ts';

const SIGNATURE = Uint8Array.of(0x01, 0x11, 0x01, 0x01, 0x01, 0x01, 0x02, 0x01, 0x01);

/** Limits for one message. The defaults are those of the reference wallet for answers of its daemon. */
export interface EpeeLimits {
  readonly sections: number;
  readonly fields: number;
  readonly strings: number;
}
const DEFAULT_LIMITS: EpeeLimits = { sections: 196_608, fields: 196_608, strings: 196_608 };
const MAX_DEPTH = 100;

/** Faults `truncated`, `trailing_bytes`, `list_too_long`, `bad_format` (signature, type, duplicate name, depth). */
export function readEpee(bytes: Uint8Array, limits: EpeeLimits = DEFAULT_LIMITS): EpeeSection {
  const reader = openEpee(bytes);
  const section = readSection(reader, new EpeeBudget(limits), 0);
  reader.end();
  return section;
}

/** A reader positioned after the signature of a message. */
export function openEpee(bytes: Uint8Array): Reader {
  const reader = new Reader(bytes);
  if (!equalBytes(reader.take(SIGNATURE.length), SIGNATURE))
    throw fault('bad_format', { what: 'epee signature' });
  return reader;
}

/** Counts down the limits while a message is read. */
export class EpeeBudget {
  #limits: EpeeLimits;
  #left: { sections: number; fields: number; strings: number };
  constructor(limits: EpeeLimits = DEFAULT_LIMITS) {
    this.#limits = limits;
    this.#left = { ...limits };
  }
  spend(kind: keyof EpeeLimits, n: number): void {
    if (n > this.#left[kind]) throw fault('list_too_long', { n, max: this.#limits[kind] });
    this.#left[kind] -= n;
  }
}

/** The size before a section, list or byte string. */
export function readSize(reader: Reader): number {
  const at = reader.at;
  switch (reader.peek() & 3) {
    case 0:
      return reader.u8() >>> 2;
    case 1:
      return (reader.u8() | (reader.u8() << 8)) >>> 2;
    case 2:
      return reader.u32() >>> 2;
    default: {
      const n = reader.u64() >> 2n;
      // Larger than the message: the size is wrong.
      if (n > BigInt(reader.left)) throw fault('truncated', { at, wanted: Number(n) });
      return Number(n);
    }
  }
}

export function readName(reader: Reader): string {
  const length = reader.u8();
  if (length === 0) throw fault('bad_format', { what: 'epee field without a name' });
  return String.fromCharCode(...reader.take(length));
}

export function readBytes(reader: Reader): Uint8Array {
  return reader.take(readSize(reader));
}

export function readValue(reader: Reader, budget: EpeeBudget, depth: number): EpeeValue {
  const code = reader.u8();
  if (code & EPEE_ARRAY_FLAG) return readList(reader, code ^ EPEE_ARRAY_FLAG, budget, depth);
  if (code === EPEE_ARRAY_TYPE) {
    const inner = reader.u8();
    if (!(inner & EPEE_ARRAY_FLAG)) throw badType(inner);
    return readList(reader, inner ^ EPEE_ARRAY_FLAG, budget, depth);
  }
  const type = typeOf(code);
  switch (type) {
    case 'section':
      budget.spend('sections', 1);
      return { type, value: readSection(reader, budget, depth + 1) };
    case 'bytes':
      budget.spend('strings', 1);
      return { type, value: readBytes(reader) };
    case 'bool': {
      const byte = reader.u8();
      if (byte > 1) throw fault('bad_format', { what: `epee boolean ${byte}` });
      return { type, value: byte === 1 };
    }
    case 'double':
      return { type, value: readDouble(reader.take(8)) };
    default:
      return { type, value: readInt(reader.take(EPEE_WIDTH[type]), 0, type) };
  }
}

const readSection = (reader: Reader, budget: EpeeBudget, depth: number): EpeeSection => {
  if (depth > MAX_DEPTH) throw fault('bad_format', { what: 'epee depth' });
  const n = readSize(reader);
  budget.spend('fields', n);
  const fields = new Map<string, EpeeValue>();
  for (let i = 0; i < n; i++) {
    const name = readName(reader);
    if (fields.has(name)) throw fault('bad_format', { what: `epee field ${name} twice` });
    fields.set(name, readValue(reader, budget, depth));
  }
  return new EpeeSection(fields);
};

const readList = (reader: Reader, code: number, budget: EpeeBudget, depth: number): EpeeValue => {
  const n = readSize(reader);
  // Upstream cannot read lists of lists either. An empty one is read as an empty list of any type.
  if (code === EPEE_ARRAY_TYPE && n === 0) return { type: 'list', of: 'bytes', items: [] };
  const of = typeOf(code);
  if (of === 'section') {
    budget.spend('sections', n);
    const items: EpeeSection[] = [];
    for (let i = 0; i < n; i++) items.push(readSection(reader, budget, depth + 1));
    return { type: 'list', of, items };
  }
  if (of === 'bytes') {
    budget.spend('strings', n);
    const items: Uint8Array[] = [];
    for (let i = 0; i < n; i++) items.push(readBytes(reader));
    return { type: 'list', of, items };
  }
  const raw = reader.take(n * EPEE_WIDTH[of]);
  if (of === 'bool' && raw.some((byte) => byte > 1)) throw fault('bad_format', { what: 'epee boolean' });
  return { type: 'list', of, raw };
};

/** Fields by name. Undefined ones and empty lists are left out, as in upstream's writer. */
export type EpeeFields = Readonly<Record<string, EpeeValue | undefined>>;

/** Makes values for `writeEpee`: `writeEpee({ start_height: epee.u64(0n), prune: epee.bool(true) })`. */
export const epee = {
  u8: (value: number): EpeeValue => ({ type: 'u8', value: BigInt(value) }),
  u16: (value: number): EpeeValue => ({ type: 'u16', value: BigInt(value) }),
  u32: (value: number): EpeeValue => ({ type: 'u32', value: BigInt(value) }),
  u64: (value: bigint | number): EpeeValue => ({ type: 'u64', value: BigInt(value) }),
  i64: (value: bigint | number): EpeeValue => ({ type: 'i64', value: BigInt(value) }),
  double: (value: number): EpeeValue => ({ type: 'double', value }),
  bool: (value: boolean): EpeeValue => ({ type: 'bool', value }),
  bytes: (value: Uint8Array): EpeeValue => ({ type: 'bytes', value }),
  text: (value: string): EpeeValue => ({ type: 'bytes', value: utf8(value) }),
  /** A list of structs as one byte string (`POD_AS_BLOB`); left out when empty. */
  blobs: (items: readonly Uint8Array[]): EpeeValue | undefined =>
    items.length === 0 ? undefined : { type: 'bytes', value: concat(...items) },
  section: (fields: EpeeFields): EpeeValue => ({ type: 'section', value: sectionOf(fields) }),
  sections: (items: readonly EpeeFields[]): EpeeValue => ({
    type: 'list',
    of: 'section',
    items: items.map(sectionOf),
  }),
  byteStrings: (items: readonly Uint8Array[]): EpeeValue => ({ type: 'list', of: 'bytes', items }),
  u64s: (items: readonly (bigint | number)[]): EpeeValue => ints('u64', items),
  u32s: (items: readonly number[]): EpeeValue => ints('u32', items),
} as const;

export function writeEpee(fields: EpeeFields): Uint8Array {
  return putSection(new Writer().bytes(SIGNATURE), sectionOf(fields)).done();
}

const sectionOf = (fields: EpeeFields): EpeeSection => {
  const kept = new Map<string, EpeeValue>();
  for (const [name, value] of Object.entries(fields)) if (value && !isEmptyList(value)) kept.set(name, value);
  return new EpeeSection(kept);
};
const isEmptyList = (value: EpeeValue): boolean =>
  value.type === 'list' && ('raw' in value ? value.raw : value.items).length === 0;

const putSection = (writer: Writer, section: EpeeSection): Writer => {
  // Upstream sorts names by byte. Names are Latin-1 here, so each code unit is a byte.
  const fields = [...section.fields].sort(([a], [b]) => (a < b ? -1 : 1));
  putSize(writer, fields.length);
  for (const [name, value] of fields) putValue(putName(writer, name), value);
  return writer;
};

const putName = (writer: Writer, name: string): Writer => {
  if (name.length === 0 || name.length > 254) throw new Error(`an epee name of ${name.length} bytes`);
  return writer.u8(name.length).bytes(Uint8Array.from(name, (c) => c.charCodeAt(0)));
};

const putSize = (writer: Writer, n: number): Writer => {
  if (n < 64) return writer.u8(n << 2);
  if (n < 16_384) return writer.u8(((n << 2) & 255) | 1).u8(n >>> 6);
  if (n < 1 << 30) return writer.u32(((n << 2) | 2) >>> 0);
  return writer.u64((BigInt(n) << 2n) | 3n);
};

const putValue = (writer: Writer, value: EpeeValue): void => {
  if (value.type === 'list') {
    writer.u8(EPEE_TYPES[value.of] | EPEE_ARRAY_FLAG);
    if ('raw' in value) putSize(writer, value.raw.length / EPEE_WIDTH[value.of]).bytes(value.raw);
    else if (value.of === 'bytes') {
      putSize(writer, value.items.length);
      for (const item of value.items) putSize(writer, item.length).bytes(item);
    } else {
      putSize(writer, value.items.length);
      for (const item of value.items) putSection(writer, item);
    }
    return;
  }
  writer.u8(EPEE_TYPES[value.type]);
  if (value.type === 'section') putSection(writer, value.value);
  else if (value.type === 'bytes') putSize(writer, value.value.length).bytes(value.value);
  else if (value.type === 'bool') writer.u8(value.value ? 1 : 0);
  else if (value.type === 'double') writer.bytes(doubleBytes(value.value));
  else putInt(writer, value.type, value.value);
};

const putInt = (writer: Writer, type: EpeeInt, value: bigint): Writer => {
  const bits = EPEE_WIDTH[type] * 8;
  const cut = type.startsWith('i') ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  if (cut !== value) throw new Error(`${value} is no ${type}`);
  let rest = BigInt.asUintN(bits, value);
  for (let i = 0; i < bits; i += 8, rest >>= 8n) writer.u8(Number(rest & 255n));
  return writer;
};

const ints = (of: EpeeInt, items: readonly (bigint | number)[]): EpeeValue => {
  const writer = new Writer();
  for (const item of items) putInt(writer, of, BigInt(item));
  return { type: 'list', of, raw: writer.done() };
};

const TYPE_NAMES = new Map<number, EpeeType>(
  (Object.keys(EPEE_TYPES) as EpeeType[]).map((name) => [EPEE_TYPES[name], name]),
);
const badType = (code: number) => fault('bad_format', { what: `epee type ${code}` });
const typeOf = (code: number): EpeeType => {
  const type = TYPE_NAMES.get(code);
  if (!type) throw badType(code);
  return type;
};

const readDouble = (bytes: Uint8Array): number => new DataView(bytes.slice().buffer).getFloat64(0, true);
const doubleBytes = (value: number): Uint8Array => {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setFloat64(0, value, true);
  return out;
};
