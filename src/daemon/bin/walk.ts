/**
 * A walk over a message of epee portable storage that builds nothing but what it is told to: an answer of
 * /getblocks.bin holds tens of thousands of sections, and one pass must be able to count or cut it out.
 * Upstream: contrib/epee/include/storages/portable_storage_from_bin.h. The reader that builds: protocol/encoding/epee.ts.
 */
import { openEpee, readName, readSize } from '../../protocol/encoding/epee.ts';
import {
  EPEE_ARRAY_FLAG,
  EPEE_ARRAY_TYPE,
  EPEE_TYPES,
  EPEE_WIDTH,
  type EpeeFixed,
} from '../../protocol/encoding/epee-section.ts';
import type { Reader } from '../../protocol/encoding/reader.ts';
import { badAnswer } from '../faults.ts';

export const TYPE = EPEE_TYPES;
/** Type byte of a list of `of`. */
export const listType = (of: keyof typeof EPEE_TYPES): number => EPEE_TYPES[of] | EPEE_ARRAY_FLAG;

/** Reads the value of the field `name`; the cursor is behind the type byte. False: not read, to be skipped. */
export type FieldVisitor = (name: string, type: number, reader: Reader) => boolean;

const MAX_DEPTH = 32;
const MAX_FIELDS = 64;

/** All of a message, to its last byte. */
export const walkMessage = (bytes: Uint8Array, visit: FieldVisitor): void => {
  const reader = openEpee(bytes);
  walkSection(reader, visit);
  reader.end();
};

/** One section. No section of the answers that are walked has many fields, so a node cannot make names our work. */
export const walkSection = (reader: Reader, visit: FieldVisitor, depth = 0): void => {
  const n = readSize(reader);
  if (n > MAX_FIELDS) throw badAnswer(`a section of ${n} fields`);
  for (let i = 0; i < n; i++) {
    const name = readName(reader);
    const type = reader.u8();
    if (!visit(name, type, reader)) skipValue(reader, type, depth + 1);
  }
};

/** An unsigned integer of 1, 2, 4 or 8 bytes, at most 2^53 - 1. */
export const readUnsigned = (reader: Reader, type: number): number => {
  switch (type) {
    case TYPE.u64:
    case TYPE.i64: {
      const low = reader.u32();
      const high = reader.u32();
      if (high >= 1 << 21) throw badAnswer('an integer beyond 2^53');
      return high * 2 ** 32 + low;
    }
    case TYPE.u32:
      return reader.u32();
    case TYPE.u16:
      return reader.u8() | (reader.u8() << 8);
    case TYPE.u8:
      return reader.u8();
    default:
      throw badAnswer(`an integer of type ${type}`);
  }
};

export const expectType = (name: string, type: number, wanted: number): void => {
  if (type !== wanted) throw badAnswer(`${name} of type ${type}`);
};

const WIDTH: readonly (number | undefined)[] = Object.entries(EPEE_WIDTH).reduce<(number | undefined)[]>(
  (table, [name, width]) => {
    table[EPEE_TYPES[name as EpeeFixed]] = width;
    return table;
  },
  [],
);

const skipNothing: FieldVisitor = () => false;

const skipValue = (reader: Reader, type: number, depth: number): void => {
  if (depth > MAX_DEPTH) throw badAnswer('sections in sections in sections');
  const width = WIDTH[type];
  if (width !== undefined) reader.skip(width);
  else if (type === TYPE.bytes) reader.skip(readSize(reader));
  else if (type === TYPE.section) walkSection(reader, skipNothing, depth);
  else if (type & EPEE_ARRAY_FLAG) skipList(reader, type ^ EPEE_ARRAY_FLAG, depth);
  else if (type === EPEE_ARRAY_TYPE) skipValue(reader, reader.u8(), depth + 1);
  else throw badAnswer(`epee type ${type}`);
};

const skipList = (reader: Reader, of: number, depth: number): void => {
  const n = readSize(reader);
  const width = WIDTH[of];
  if (width !== undefined) reader.skip(n * width);
  // Every item takes at least a byte, so the message's length bounds the loop.
  else for (let i = 0; i < n; i++) skipValue(reader, of, depth + 1);
};
