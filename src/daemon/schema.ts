/**
 * Fields of a node's answer: each checks type, range and size of one value and gives its TypeScript type. One
 * vocabulary for JSON and for decoded epee: integers arrive as number or bigint, bytes of epee as `Uint8Array`.
 * Fields that a shape does not name are left out. Every failure is fault `bad_answer`.
 *
 * Fields and limits of answers: src/rpc/core_rpc_server_commands_defs.h.
 */
import {
  asCommitment,
  asPublicKey,
  asTxId,
  type Commitment,
  type PublicKey,
  type TxId,
} from '../base/brands.ts';
import { U64_MAX } from '../base/amount.ts';
import { fromHex } from '../base/hex.ts';
import { integerOf, isRecord, typeOfShape, typeWithDefault, type Infer, type Reads } from '../base/shape.ts';
import { badAnswer } from './faults.ts';

export interface AnswerField<T> extends Reads<T> {
  /** Value of a field that the answer lacks; without this function such an answer is refused. */
  readonly absent?: () => T;
  /** Name of the type, for the node console (`npm run gen`). */
  readonly type: string;
}
export type AnswerShape = Readonly<Record<string, AnswerField<unknown>>>;

const field = <T>(type: string, read: (value: unknown, path: string) => T): AnswerField<T> => ({
  type,
  read,
});

export const bool: AnswerField<boolean> = field('bool', (value, path) => {
  if (typeof value !== 'boolean') throw badAnswer(`${path} is not a boolean`);
  return value;
});

const integer = (value: unknown, path: string, min: bigint, max: bigint): bigint => {
  const wide = integerOf(value);
  if (wide === undefined) throw badAnswer(`${path} is not an integer`);
  if (wide < min || wide > max) throw badAnswer(`${path} is out of range`);
  return wide;
};
/** Amounts, difficulties, and everything else that needs all 64 bits. */
export const u64: AnswerField<bigint> = field('uint64', (value, path) => integer(value, path, 0n, U64_MAX));

/** An integer from 0 to `max`, at most 2^53 - 1. */
/* @__NO_SIDE_EFFECTS__ */
export function upTo(max: number): AnswerField<number> {
  const type = max > 0xffff_ffff ? 'uint64' : max > 0xffff ? 'uint32' : max > 0xff ? 'uint16' : 'uint8';
  return field(type, (value, path) => Number(integer(value, path, 0n, BigInt(max))));
}
/** A height, a number of things, a time in seconds. */
export const count: AnswerField<number> = upTo(Number.MAX_SAFE_INTEGER);
export const u32: AnswerField<number> = upTo(0xffff_ffff);
export const u16: AnswerField<number> = upTo(0xffff);
export const u8: AnswerField<number> = upTo(0xff);
/** An integer of either sign, at most 2^53 - 1. */
export const i64: AnswerField<number> = field('int64', (value, path) =>
  Number(integer(value, path, BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER))),
);

const textOf = (value: unknown, path: string, max: number): string => {
  const text = value instanceof Uint8Array ? utf8Of(value, path) : value;
  if (typeof text !== 'string') throw badAnswer(`${path} is not a string`);
  if (text.length > max) throw badAnswer(`${path} has ${text.length} characters, more than ${max}`);
  return text;
};
const utf8Of = (bytes: Uint8Array, path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw badAnswer(`${path} is not UTF-8`);
  }
};
/** At most `max` characters. */
/* @__NO_SIDE_EFFECTS__ */
export function text(max = 256): AnswerField<string> {
  return field('string', (value, path) => textOf(value, path, max));
}

/** Hex of at most `max` bytes, in lower case. */
/* @__NO_SIDE_EFFECTS__ */
export function hex(max: number): AnswerField<string> {
  return field('hex', (value, path) => {
    const digits = textOf(value, path, 2 * max);
    if (digits.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(digits))
      throw badAnswer(`${path} is not hexadecimal`);
    return digits.toLowerCase();
  });
}
/** 32 bytes in hex, in lower case. */
export const hash: AnswerField<string> = field('hash', (value, path) => {
  const digits = textOf(value, path, 64);
  if (!/^[0-9a-f]{64}$/i.test(digits)) throw badAnswer(`${path} is not a hash`);
  return digits.toLowerCase();
});
/** A hash in hex, or an empty text. */
export const hashOrEmpty: AnswerField<string> = field('hash', (value, path) =>
  textOf(value, path, 64) === '' ? '' : hash.read(value, path),
);
/** 32 bytes, from hex. */
export const hashBytes: AnswerField<Uint8Array> = field('hash', (value, path) =>
  fromHex(hash.read(value, path)),
);
/** The id of a transaction, from hex. */
export const txid: AnswerField<TxId> = field('hash', (value, path) => asTxId(hashBytes.read(value, path)));
/** An integer of up to 128 bits as monerod writes it: `0x` and hex without leading zeros. */
export const wide: AnswerField<string> = field('string', (value, path) => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,32}$/.test(value))
    throw badAnswer(`${path} is not a 128-bit number`);
  return value;
});

/** Bytes of epee, at most `max` of them. */
/* @__NO_SIDE_EFFECTS__ */
export function bytes(max: number): AnswerField<Uint8Array> {
  return field('hex', (value, path) => {
    if (!(value instanceof Uint8Array)) throw badAnswer(`${path} is not a byte string`);
    if (value.length > max) throw badAnswer(`${path} has ${value.length} bytes, more than ${max}`);
    return value;
  });
}
/** 32 bytes of epee. */
export const key: AnswerField<Uint8Array> = field('hash', (value, path) => {
  if (!(value instanceof Uint8Array) || value.length !== 32) throw badAnswer(`${path} is not a key`);
  return value;
});
export const publicKey: AnswerField<PublicKey> = field('hash', (value, path) =>
  asPublicKey(key.read(value, path)),
);
export const commitment: AnswerField<Commitment> = field('hash', (value, path) =>
  asCommitment(key.read(value, path)),
);
/** At most `max` keys or hashes that epee stores as one byte string; none when absent. */
/* @__NO_SIDE_EFFECTS__ */
export function keys(max: number): AnswerField<readonly Uint8Array[]> {
  return {
    type: 'hash[]',
    absent: () => [],
    read(value, path) {
      const all = bytes(32 * max).read(value, path);
      if (all.length % 32 !== 0) throw badAnswer(`${path} is not a list of keys`);
      return Array.from({ length: all.length / 32 }, (_, i) => all.subarray(32 * i, 32 * i + 32));
    },
  };
}

/** A field that older nodes lack, or that exists in some cases only. */
/* @__NO_SIDE_EFFECTS__ */
export function opt<T>(inner: AnswerField<T>): AnswerField<T | undefined> {
  return { type: `${inner.type}?`, absent: () => undefined, read: (value, path) => inner.read(value, path) };
}
/** A field that nodes leave out when it has this value (`KV_SERIALIZE_OPT`). */
/* @__NO_SIDE_EFFECTS__ */
export function def<T extends string | number | bigint | boolean>(
  inner: AnswerField<T>,
  value: NoInfer<T>,
): AnswerField<T> {
  return {
    type: typeWithDefault(inner.type, value),
    absent: () => value,
    read: (given, path) => inner.read(given, path),
  };
}
/** At most `max` items; none when absent, since nodes leave empty lists out. */
/* @__NO_SIDE_EFFECTS__ */
export function list<T>(inner: AnswerField<T>, max: number): AnswerField<readonly T[]> {
  return {
    type: `${inner.type}[]`,
    absent: () => [],
    read(value, path) {
      if (!Array.isArray(value)) throw badAnswer(`${path} is not a list`);
      if (value.length > max) throw badAnswer(`${value.length} items in ${path}, more than ${max}`);
      return value.map((item: unknown) => inner.read(item, path));
    },
  };
}
/* @__NO_SIDE_EFFECTS__ */
export function obj<const S extends AnswerShape>(shape: S): AnswerField<Infer<S>> {
  return field(typeOfShape(shape), (value, path) => readShape(shape, value, path));
}

/** Fault bad_answer. */
export function readShape<S extends AnswerShape>(shape: S, value: unknown, path = 'the answer'): Infer<S> {
  const given = recordOf(value, path);
  const out: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(shape)) {
    const found = Object.hasOwn(given, name) ? given[name] : undefined;
    if (found === undefined && !each.absent) throw badAnswer(`${name} is missing in ${path}`);
    const read = found === undefined ? each.absent!() : each.read(found, name);
    if (read !== undefined) out[name] = read;
  }
  return out as Infer<S>;
}

export function recordOf(value: unknown, path = 'the answer'): Readonly<Record<string, unknown>> {
  if (!isRecord(value) || value instanceof Uint8Array) throw badAnswer(`${path} is not an object`);
  return value;
}
