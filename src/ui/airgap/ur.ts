/**
 * Animated QR codes: UR 2 with fountain parts around a CBOR byte string. Parts are shown first in order, then mixed, so
 * that a reader that missed one need not wait for it. Sizes are checked before decoding. This module is loaded with the
 * screens that need it. Specifications: BCR-2020-005, BCR-2020-012, BCR-2024-001 (Blockchain Commons). Vectors:
 * tests/vectors/ui/ur-frames.json, made by the reference implementation in C++.
 */
import { concat } from '../../base/bytes.ts';
import { crc32 } from '../../base/crc32.ts';
import { readBytewords, writeBytewords } from './bytewords.ts';
import { fragmentLength, fragmentsIn } from './fountain.ts';
import { createEquations } from './equations.ts';

/** Major types of CBOR (RFC 8949). */
const UNSIGNED = 0;
const BYTE_STRING = 2;
const ARRAY = 4;
/** number, count, length and checksum of the message, data. */
const PART_ITEMS = 5;

/** Default number of bytes in a part, as in Feather. */
const PART_BYTES = 150;
/** After this many rounds the plain parts are shown again, for readers that cannot use mixed parts. */
const ROUNDS = 3;

export interface Frames {
  /** Smallest number of parts. */
  readonly count: number;
  /** In upper case, which QR codes store more densely. */
  readonly next: () => string;
}
export function createFrames(type: string, bytes: Uint8Array, partBytes = PART_BYTES): Frames {
  const message = concat(cborHead(BYTE_STRING, bytes.length), bytes);
  const length = fragmentLength(message.length, partBytes);
  const count = Math.ceil(message.length / length);
  const padded = new Uint8Array(count * length);
  padded.set(message);
  const checksum = crc32(message);
  const partAt = (number: number): Uint8Array => {
    const mixed = new Uint8Array(length);
    for (const index of fragmentsIn(number, count, checksum))
      xorInto(mixed, padded.subarray(index * length, (index + 1) * length));
    const numbers = [number, count, message.length, checksum].map((value) => cborHead(UNSIGNED, value));
    return concat(cborHead(ARRAY, PART_ITEMS), ...numbers, cborHead(BYTE_STRING, length), mixed);
  };
  let shown = 0;
  return {
    count,
    next: () => {
      if (count === 1) return `ur:${type}/${writeBytewords(message)}`.toUpperCase();
      shown = (shown % (count * ROUNDS)) + 1;
      return `ur:${type}/${shown}-${count}/${writeBytewords(partAt(shown))}`.toUpperCase();
    },
  };
}

/** Longest text in a QR code (version 40, alphanumeric). */
const MAX_TEXT = 4296;
/** XmrSigner cuts a payment of 200 inputs into 36,000 parts of 10 bytes. */
const MAX_PARTS = 40_000;
/** The most parts that are shown: more take longer than anyone holds a camera. */
export const MAX_SHOWN_PARTS = 2000;
/** Most bytes in all parts together. */
const MAX_TOTAL = 2 << 20;
/** A part that was read more often than this shows that the code is not a fountain code. */
const MAX_REPEATS = 8;

/**
 * new: a useful part; known: a part already read; foreign: a part of another code; none: not a part, or damaged;
 * too_large: larger than any valid code; broken: all parts were read but do not fit together; done: complete.
 */
export type PartResult = 'new' | 'known' | 'foreign' | 'none' | 'too_large' | 'broken' | 'done';
export interface UrReader {
  receive(text: string): PartResult;
  /** Number of parts read, and of all parts; both 0 before the first part. */
  readonly have: number;
  readonly total: number;
  readonly result: { readonly type: string; readonly bytes: Uint8Array } | undefined;
}
const FRAME = /^ur:([a-z0-9-]{1,32})\/(?:([1-9]\d{0,8})-([1-9]\d{0,8})\/)?([a-z]{10,4290})$/i;

export function createUrReader(): UrReader {
  let code: Code | undefined;
  let result: UrReader['result'];
  let taken = 0;

  const total = (): number => code?.count ?? (result ? 1 : 0);
  const finish = (type: string, message: Uint8Array): PartResult => {
    const bytes = readByteString(message);
    if (bytes === undefined) return 'broken';
    result = { type, bytes };
    return 'done';
  };
  const receivePart = (type: string, part: Part): PartResult => {
    code ??= { type, ...part, equations: createEquations(part.count, part.data.length) };
    if (!isOfCode(code, type, part)) return 'foreign';
    taken += 1;
    if (taken > code.count * MAX_REPEATS + 200) return 'broken';
    const isNew = code.equations.add(fragmentsIn(part.number, part.count, part.checksum), part.data);
    const fragments = code.equations.solve();
    if (fragments === undefined) return isNew ? 'new' : 'known';
    const message = fragments.subarray(0, code.length);
    return crc32(message) === code.checksum ? finish(type, message) : 'broken';
  };
  return {
    get have() {
      return result ? total() : (code?.equations.rank ?? 0);
    },
    get total() {
      return total();
    },
    get result() {
      return result;
    },
    receive: (text) => {
      if (result !== undefined) return 'known';
      const [, type = '', number = '1', parts = '1', letters = ''] =
        (text.length <= MAX_TEXT && FRAME.exec(text)) || [];
      if (letters === '') return 'none';
      if (Number(parts) > MAX_PARTS || Number(parts) * (letters.length / 2 - 30) > MAX_TOTAL)
        return 'too_large';
      const body = readBytewords(letters);
      if (body === undefined) return 'none';
      if (!text.includes('-', text.indexOf('/'))) return code ? 'foreign' : finish(type.toLowerCase(), body);
      const part = readPart(body);
      if (part === undefined) return 'none';
      if (part.number !== Number(number) || part.count !== Number(parts)) return 'foreign';
      return receivePart(type.toLowerCase(), part);
    },
  };
}

interface Part {
  readonly number: number;
  readonly count: number;
  /** Length of the message, in bytes. */
  readonly length: number;
  /** CRC-32 of the message. */
  readonly checksum: number;
  readonly data: Uint8Array;
}
/** The facts of the whole that the first part contains. */
interface Code extends Omit<Part, 'number'> {
  readonly type: string;
  readonly equations: ReturnType<typeof createEquations>;
}
const isOfCode = (code: Code, type: string, part: Part): boolean =>
  code.type === type &&
  code.count === part.count &&
  code.length === part.length &&
  code.checksum === part.checksum &&
  code.data.length === part.data.length;

const xorInto = (target: Uint8Array, other: Uint8Array): void => {
  for (let i = 0; i < target.length; i++) target[i]! ^= other[i]!;
};

/** The head of an item, in the shortest form; `value` below 2^32. */
const cborHead = (major: number, value: number): Uint8Array => {
  const first = major << 5;
  if (value < 24) return Uint8Array.of(first | value);
  if (value < 0x100) return Uint8Array.of(first | 24, value);
  if (value < 0x1_0000) return Uint8Array.of(first | 25, value >> 8, value);
  return Uint8Array.of(first | 26, value >>> 24, value >>> 16, value >>> 8, value);
};
/** Reads heads one after the other; `undefined` for another major type, indefinite lengths, and values of 64 bits. */
const headsOf = (cbor: Uint8Array) => {
  let at = 0;
  return {
    next: (major: number): number | undefined => {
      const first = cbor[at] ?? 0xff;
      const small = first & 31;
      if (first >> 5 !== major || small > 26) return undefined;
      const width = small < 24 ? 0 : 1 << (small - 24);
      const digits = cbor.subarray(at + 1, at + 1 + width);
      at += 1 + width;
      return width === 0 ? small : digits.reduce((sum, byte) => sum * 256 + byte, 0);
    },
    rest: () => cbor.slice(at),
  };
};
/** Reads CBOR that is exactly one byte string; undefined for anything else. */
const readByteString = (cbor: Uint8Array): Uint8Array | undefined => {
  const heads = headsOf(cbor);
  const length = heads.next(BYTE_STRING);
  const rest = heads.rest();
  return length === rest.length ? rest : undefined;
};
/** Reads the body of one of several parts; undefined for anything else. */
const readPart = (cbor: Uint8Array): Part | undefined => {
  const heads = headsOf(cbor);
  if (heads.next(ARRAY) !== PART_ITEMS) return undefined;
  const [number, count, length, checksum] = [1, 2, 3, 4].map(() => heads.next(UNSIGNED));
  const size = heads.next(BYTE_STRING);
  const data = heads.rest();
  if (number === undefined || count === undefined || length === undefined || checksum === undefined)
    return undefined;
  const room = count * data.length;
  const fits = size === data.length && number > 0 && length <= room && length > room - data.length;
  return fits ? { number, count, length, checksum, data } : undefined;
};
