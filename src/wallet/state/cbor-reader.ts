/**
 * Decodes what cbor-writer.ts writes (RFC 8949, with its one difference): definite lengths, whole numbers, texts, bytes,
 * lists, records, booleans, null, and bigint as tag 2. A snapshot of a large wallet has millions of values, so names of
 * properties are decoded once, and bytes are views of the input. Everything else throws a RangeError.
 */
import type { Steps } from '../../base/steps.ts';

const MAJOR = { uint: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6 } as const;
const BIG_TAG = 2;
/** Deeper nesting than any record has. */
const MAX_DEPTH = 32;
/** Longest name of a property that is kept, and how many are. */
const MAX_NAME = 32;
const MAX_NAMES = 1024;
/** Bytes of the items that one step takes. */
const STEP_BYTES = 1 << 14;

/** `names`: by length and hash, with the place of their first appearance in the input. */
interface Reader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly names: Map<number, Name>;
  at: number;
}
interface Name {
  readonly text: string;
  readonly at: number;
}

/** A property of the outermost record: the items of its list are taken one by one, and the list stays empty. */
export interface TakenValue {
  readonly name: string;
  /** `before`: the properties before the list. */
  readonly take: (item: unknown, before: Readonly<Record<string, unknown>>) => void;
}

/** Throws RangeError for bytes that are no such value, cut short or too long. */
export function decodeCbor(bytes: Uint8Array): unknown {
  const reader = readerOf(bytes);
  const value = readAny(reader, 0);
  requireEnd(reader);
  return value;
}

/** Decodes a record in steps, so that a long list is never in memory as a whole. Throws RangeError as `decodeCbor`. */
export function* decodeTaking(bytes: Uint8Array, taken: TakenValue): Steps<Record<string, unknown>> {
  const reader = readerOf(bytes);
  if (reader.view.getUint8(0) >> 5 !== MAJOR.map) throw new RangeError('no record');
  const size = readHead(reader);
  requireLeft(reader, size);
  const record: Record<string, unknown> = {};
  for (let i = 0; i < size; i++) {
    const name = readName(reader);
    const isTaken = name === taken.name && reader.view.getUint8(reader.at) >> 5 === MAJOR.list;
    record[name] = isTaken ? yield* takeItems(reader, taken, record) : readAny(reader, 1);
  }
  requireEnd(reader);
  return record;
}

const readerOf = (bytes: Uint8Array): Reader => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { bytes, view, names: new Map(), at: 0 };
};

const requireEnd = ({ at, bytes }: Reader): void => {
  if (at !== bytes.length) throw new RangeError('bytes after the value');
};

const readAny = (reader: Reader, depth: number): unknown => {
  const first = reader.view.getUint8(reader.at);
  if (first === 0xf4 || first === 0xf5 || first === 0xf6) {
    reader.at += 1;
    return first === 0xf6 ? null : first === 0xf5;
  }
  const size = readHead(reader);
  switch (first >> 5) {
    case MAJOR.uint:
      return size;
    case MAJOR.negative:
      return -1 - size;
    case MAJOR.bytes:
      return take(reader, size);
    case MAJOR.text:
      return readText(reader, size);
    case MAJOR.list:
      return readList(reader, size, depth + 1);
    case MAJOR.map:
      return readRecord(reader, size, depth + 1);
    case MAJOR.tag:
      if (size === BIG_TAG) return readBig(reader);
  }
  throw new RangeError('a value of another kind');
};

/** The number behind a major type: a value or a length. */
const readHead = (reader: Reader): number => {
  const { view } = reader;
  const low = view.getUint8(reader.at++) & 0x1f;
  if (low < 24) return low;
  const at = reader.at;
  if (low === 24) {
    reader.at += 1;
    return view.getUint8(at);
  }
  if (low === 25) {
    reader.at += 2;
    return view.getUint16(at);
  }
  if (low === 26) {
    reader.at += 4;
    return view.getUint32(at);
  }
  if (low !== 27) throw new RangeError('no definite length');
  reader.at += 8;
  const value = view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4);
  if (!Number.isSafeInteger(value)) throw new RangeError('too large a number');
  return value;
};

const take = (reader: Reader, size: number): Uint8Array => {
  const from = reader.at;
  requireLeft(reader, size);
  reader.at += size;
  return reader.bytes.subarray(from, reader.at);
};

/** Every item takes a byte at least, so a length beyond the input is refused before anything is allocated. */
const requireLeft = ({ bytes, at }: Reader, size: number): void => {
  if (size > bytes.length - at) throw new RangeError('cut short');
};

const readBig = (reader: Reader): bigint => {
  if (reader.view.getUint8(reader.at) >> 5 !== MAJOR.bytes) throw new RangeError('a bigint without bytes');
  const size = readHead(reader);
  const at = reader.at;
  if (size === 8) {
    requireLeft(reader, size);
    reader.at += 8;
    return reader.view.getBigUint64(at, true);
  }
  return take(reader, size).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const readText = (reader: Reader, size: number): string => {
  const bytes = take(reader, size);
  if (size > 100) return decodeText(bytes);
  let text = '';
  for (let i = 0; i < size; i++) {
    const code = bytes[i]!;
    if (code > 0x7f) return decodeText(bytes);
    text += String.fromCharCode(code);
  }
  return text;
};

const decodeText = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new RangeError('a text that is not UTF-8');
  }
};

const readList = (reader: Reader, size: number, depth: number): unknown[] => {
  requireLeft(reader, size);
  if (depth > MAX_DEPTH) throw new RangeError('too deep');
  const list: unknown[] = [];
  for (let i = 0; i < size; i++) list.push(readAny(reader, depth));
  return list;
};

const readRecord = (reader: Reader, size: number, depth: number): Record<string, unknown> => {
  requireLeft(reader, size);
  if (depth > MAX_DEPTH) throw new RangeError('too deep');
  const record: Record<string, unknown> = {};
  for (let i = 0; i < size; i++) {
    const name = readName(reader);
    record[name] = readAny(reader, depth);
  }
  return record;
};

function* takeItems(
  reader: Reader,
  { take }: TakenValue,
  before: Readonly<Record<string, unknown>>,
): Steps<readonly never[]> {
  const size = readHead(reader);
  requireLeft(reader, size);
  let stepAt = reader.at;
  for (let i = 0; i < size; i++) {
    if (reader.at - stepAt > STEP_BYTES) {
      stepAt = reader.at;
      yield;
    }
    take(readAny(reader, 2), before);
  }
  return [];
}

const readName = (reader: Reader): string => {
  if (reader.view.getUint8(reader.at) >> 5 !== MAJOR.text) throw new RangeError('a name that is no text');
  const size = readHead(reader);
  const { bytes, at, names } = reader;
  if (size > MAX_NAME) return checkedName(readText(reader, size));
  requireLeft(reader, size);
  let hash = size;
  for (let i = 0; i < size; i++) hash = (Math.imul(hash, 31) + bytes[at + i]!) | 0;
  const known = names.get(hash);
  if (known && isSame(bytes, known, at, size)) {
    reader.at += size;
    return known.text;
  }
  const text = checkedName(readText(reader, size));
  if (!known && names.size < MAX_NAMES) names.set(hash, { text, at });
  return text;
};

const isSame = (bytes: Uint8Array, { text, at: first }: Name, at: number, size: number): boolean => {
  // The size of an ASCII name is its length. Another name is as long in bytes only by chance, and then the bytes
  // decide.
  if (text.length !== size) return false;
  for (let i = 0; i < size; i++) if (bytes[first + i] !== bytes[at + i]) return false;
  return true;
};

/** This name would change what the record is. */
const checkedName = (name: string): string => {
  if (name === '__proto__') throw new RangeError('a name that no record has');
  return name;
};
