/** Reads fields of a node's JSON and checks type and range. All throw fault `bad_answer`. */
import { fromHex } from '../../base/hex.ts';
import type { Json } from '../../base/json.ts';
import { badAnswer } from '../faults.ts';

export interface Fields {
  has(name: string): boolean;
  /** At most `max` characters. */
  text(name: string, max: number, missing?: string): string;
  bool(name: string, missing?: boolean): boolean;
  /** An integer from 0 to `max` (default 2^53 - 1). */
  number(name: string, options?: { readonly max?: number; readonly missing?: number }): number;
  /** An integer of either sign, at most 2^53 - 1 in absolute value. */
  integer(name: string): number;
  u64(name: string, missing?: bigint): bigint;
  /** Decodes a hex text to at most `max` bytes. */
  hex(name: string, max: number): Uint8Array;
  /** 32 bytes. */
  hash(name: string): Uint8Array;
  object(name: string): Fields;
  /** At most `max` items. A missing list is an empty one, since nodes omit empty lists. */
  objects(name: string, max: number): readonly Fields[];
  texts(name: string, max: number): readonly string[];
  hashes(name: string, max: number): readonly Uint8Array[];
  u64s(name: string, max: number): readonly bigint[];
  numbers(name: string, max: number): readonly number[];
}

export function fieldsOf(json: Json | undefined, where = 'the answer'): Fields {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw badAnswer(`${where} is no object`);
  const record = json as { readonly [name: string]: Json };
  const get = (name: string): Json | undefined => (Object.hasOwn(record, name) ? record[name] : undefined);
  const bad = (name: string) => badAnswer(`${name} in ${where}`);
  const list = (name: string, max: number): readonly Json[] => {
    const value = get(name) ?? [];
    if (!isList(value)) throw bad(name);
    if (value.length > max) throw badAnswer(`${value.length} items of ${name}, more than ${max}`);
    return value;
  };
  const hexOf = (name: string, value: Json | undefined, max: number): Uint8Array => {
    if (typeof value !== 'string' || value.length > 2 * max) throw bad(name);
    return fromHex(value);
  };
  const hashOf = (name: string, value: Json | undefined): Uint8Array => {
    const bytes = hexOf(name, value, 32);
    if (bytes.length !== 32) throw bad(name);
    return bytes;
  };
  const u64Of = (name: string, value: Json | undefined): bigint => {
    if (typeof value !== 'bigint' && !(typeof value === 'number' && Number.isSafeInteger(value)))
      throw bad(name);
    const wide = BigInt(value);
    if (wide < 0n || wide >= 1n << 64n) throw bad(name);
    return wide;
  };
  const numberOf = (name: string, value: Json | undefined, max = Number.MAX_SAFE_INTEGER): number => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > max)
      throw bad(name);
    return value;
  };
  return {
    has: (name) => get(name) !== undefined,
    text(name, max, missing) {
      const value = get(name) ?? missing;
      if (typeof value !== 'string' || value.length > max) throw bad(name);
      return value;
    },
    bool(name, missing) {
      const value = get(name) ?? missing;
      if (typeof value !== 'boolean') throw bad(name);
      return value;
    },
    number: (name, { max, missing } = {}) => numberOf(name, get(name) ?? missing, max),
    integer(name) {
      const value = get(name);
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw bad(name);
      return value;
    },
    u64: (name, missing) => u64Of(name, get(name) ?? missing),
    hex: (name, max) => hexOf(name, get(name), max),
    hash: (name) => hashOf(name, get(name)),
    object: (name) => fieldsOf(get(name), name),
    objects: (name, max) => list(name, max).map((item) => fieldsOf(item, name)),
    texts: (name, max) =>
      list(name, max).map((item) => {
        if (typeof item !== 'string') throw bad(name);
        return item;
      }),
    hashes: (name, max) => list(name, max).map((item) => hashOf(name, item)),
    u64s: (name, max) => list(name, max).map((item) => u64Of(name, item)),
    numbers: (name, max) => list(name, max).map((item) => numberOf(name, item)),
  };
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
