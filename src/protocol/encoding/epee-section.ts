/**
 * Values of epee portable storage. A section is a set of named, typed values; its accessors check type and range, and
 * throw a fault otherwise.
 * Upstream: contrib/epee/include/storages/portable_storage_base.h, portable_storage_val_converters.h.
 *
 * Byte strings are views of the message. Missing lists are read as empty, since writers omit empty lists.
 */
import { fault } from '../faults.ts';

/** Type bytes. Signed and unsigned integers are 1 to 8. */
export const EPEE_TYPES = {
  i64: 1,
  i32: 2,
  i16: 3,
  i8: 4,
  u64: 5,
  u32: 6,
  u16: 7,
  u8: 8,
  double: 9,
  bytes: 10,
  bool: 11,
  section: 12,
} as const;
export const EPEE_ARRAY_TYPE = 13;
export const EPEE_ARRAY_FLAG = 0x80;

export type EpeeInt = 'i64' | 'i32' | 'i16' | 'i8' | 'u64' | 'u32' | 'u16' | 'u8';
export type EpeeFixed = EpeeInt | 'double' | 'bool';
export type EpeeType = keyof typeof EPEE_TYPES;

export const EPEE_WIDTH: Readonly<Record<EpeeFixed, number>> = {
  i64: 8,
  i32: 4,
  i16: 2,
  i8: 1,
  u64: 8,
  u32: 4,
  u16: 2,
  u8: 1,
  double: 8,
  bool: 1,
};

export type EpeeValue =
  | { readonly type: EpeeInt; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'bytes'; readonly value: Uint8Array }
  | { readonly type: 'section'; readonly value: EpeeSection }
  | { readonly type: 'list'; readonly of: 'bytes'; readonly items: readonly Uint8Array[] }
  | { readonly type: 'list'; readonly of: 'section'; readonly items: readonly EpeeSection[] }
  /** Items of fixed width are decoded only when they are read; `raw` has `width · n` bytes. */
  | { readonly type: 'list'; readonly of: EpeeFixed; readonly raw: Uint8Array };

/** Default of `max` in the list accessors; more items are fault `list_too_long`. */
const DEFAULT_MAX_ITEMS = 1_000_000;

export class EpeeSection {
  readonly fields: ReadonlyMap<string, EpeeValue>;

  constructor(fields: ReadonlyMap<string, EpeeValue>) {
    this.fields = fields;
  }

  has(name: string): boolean {
    return this.fields.has(name);
  }
  /** An integer of any width up to u64. If missing: `missing`, or fault `bad_format` when that is undefined. */
  u64(name: string, missing?: bigint): bigint {
    const value = this.#integer(name) ?? missing;
    if (value === undefined || value < 0n) throw bad(name);
    return value;
  }
  /** An integer of any width, from 0 to `max`. */
  number(name: string, missing?: number, max = Number.MAX_SAFE_INTEGER): number {
    const value = this.#integer(name) ?? (missing === undefined ? undefined : BigInt(missing));
    if (value === undefined || value < 0n || value > BigInt(max)) throw bad(name);
    return Number(value);
  }
  bool(name: string, missing?: boolean): boolean {
    const found = this.fields.get(name);
    if (found === undefined && missing !== undefined) return missing;
    if (found?.type !== 'bool') throw bad(name);
    return found.value;
  }
  /** A view of the message. With `size`, exactly that many bytes. */
  bytes(name: string, missing?: Uint8Array, size?: number): Uint8Array {
    const found = this.fields.get(name);
    if (found === undefined && missing !== undefined) return missing;
    if (found?.type !== 'bytes' || (size !== undefined && found.value.length !== size)) throw bad(name);
    return found.value;
  }
  /** A 32-byte key or hash. */
  key(name: string, missing?: Uint8Array): Uint8Array {
    return this.bytes(name, missing, 32);
  }
  /** UTF-8. */
  text(name: string, missing?: string): string {
    if (missing !== undefined && !this.has(name)) return missing;
    const bytes = this.bytes(name);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw bad(name);
    }
  }
  section(name: string): EpeeSection {
    const found = this.fields.get(name);
    if (found?.type !== 'section') throw bad(name);
    return found.value;
  }
  sections(name: string): readonly EpeeSection[] {
    const list = this.#list(name);
    if (list === undefined) return [];
    if (list.of !== 'section') throw bad(name);
    return list.items;
  }
  byteStrings(name: string): readonly Uint8Array[] {
    const list = this.#list(name);
    if (list === undefined) return [];
    if (list.of !== 'bytes') throw bad(name);
    return list.items;
  }
  /**
   * Type of a list's items, since `/getblocks.bin` sends `txs` as bytes or as sections. Undefined when the list is
   * missing or empty.
   */
  listType(name: string): EpeeType | undefined {
    return this.#list(name)?.of;
  }
  u64s(name: string, max = DEFAULT_MAX_ITEMS): bigint[] {
    const list = this.#integers(name, max);
    if (!list) return [];
    const out: bigint[] = [];
    for (let at = 0; at < list.raw.length; at += EPEE_WIDTH[list.of]) {
      const value = readInt(list.raw, at, list.of);
      if (value < 0n) throw bad(name);
      out.push(value);
    }
    return out;
  }
  /** Integers from 0 to 2^53 - 1. */
  numbers(name: string, max = DEFAULT_MAX_ITEMS): number[] {
    return this.u64s(name, max).map((value) => {
      if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw bad(name);
      return Number(value);
    });
  }
  /** A list of structs of `size` bytes, stored as one byte string (`POD_AS_BLOB`): views, [] when missing. */
  blobs(name: string, size: number, max = DEFAULT_MAX_ITEMS): Uint8Array[] {
    const bytes = this.bytes(name, new Uint8Array(0));
    if (bytes.length % size !== 0) throw bad(name);
    const n = bytes.length / size;
    if (n > max) throw fault('list_too_long', { n, max });
    return Array.from({ length: n }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
  }
  /** A list of keys or hashes, stored as one byte string. */
  keys(name: string, max = DEFAULT_MAX_ITEMS): Uint8Array[] {
    return this.blobs(name, 32, max);
  }

  #integer(name: string): bigint | undefined {
    const found = this.fields.get(name);
    if (found === undefined) return undefined;
    if (!isInteger(found)) throw bad(name);
    return found.value;
  }
  /** An empty list may have any type. */
  #list(name: string): EpeeList | undefined {
    const found = this.fields.get(name);
    if (found === undefined) return undefined;
    if (found.type !== 'list') throw bad(name);
    return ('raw' in found ? found.raw : found.items).length === 0 ? undefined : found;
  }
  #integers(name: string, max: number): { of: EpeeInt; raw: Uint8Array } | undefined {
    const list = this.#list(name);
    if (list === undefined) return undefined;
    if (!('raw' in list) || list.of === 'double' || list.of === 'bool') throw bad(name);
    const n = list.raw.length / EPEE_WIDTH[list.of];
    if (n > max) throw fault('list_too_long', { n, max });
    return { of: list.of, raw: list.raw };
  }
}

type EpeeList = Extract<EpeeValue, { type: 'list' }>;

const bad = (name: string) => fault('bad_format', { what: `epee field ${name}` });

const isInteger = (value: EpeeValue): value is Extract<EpeeValue, { type: EpeeInt }> =>
  value.type !== 'list' && EPEE_TYPES[value.type] <= EPEE_TYPES.u8;

/** The integer at `at`; the caller must check the bounds. */
export function readInt(bytes: Uint8Array, at: number, type: EpeeInt): bigint {
  const width = EPEE_WIDTH[type];
  let value = 0n;
  for (let i = width - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i]!);
  return type.startsWith('i') ? BigInt.asIntN(width * 8, value) : value;
}
