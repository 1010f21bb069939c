/**
 * Small validators that also give the TypeScript type: the only description of a method's params and result. Reading
 * follows the reference: a missing field gets its zero value (or default), a wrong type is refused, unknown fields
 * are ignored. Writing leaves out empty lists and optional fields at their default.
 * Upstream: contrib/epee/include/serialization/keyvalue_serialization.h,
 * src/wallet/wallet_rpc_server_commands_defs.h.
 */
import { U64_MAX } from '../base/amount.ts';
import { integerOf, isRecord, typeOfShape, typeWithDefault, type Infer, type Reads } from '../base/shape.ts';
import { fault } from './faults.ts';

/** `T`: type for handlers. `W`: type in answers, where empty lists and defaults are missing. */
export interface Field<T, W = T> extends Reads<T> {
  /** Name of the type, for the documentation. */
  readonly type: string;
  /** The value of a missing field. */
  missing(): T;
  /** Fault invalid_params. */
  read(value: unknown, path: string): T;
  /** Undefined when the field is to be left out. `without`: the name of fields of objects that are left out. */
  write(value: T, without?: string): unknown;
  /** The fields of an object. */
  readonly fields?: Shape;
  /** The items of a list. */
  readonly items?: Field<unknown>;
  /** For the compiler only; never set. */
  readonly wire?: W;
}
/** A field that an answer may lack. */
export interface Omittable<T, W = T> extends Field<T, W> {
  readonly omittable: true;
}
export type Shape = Readonly<Record<string, Field<unknown>>>;

type OmittedKeys<S> = { [K in keyof S]: S[K] extends { readonly omittable: true } ? K : never }[keyof S];
/** The type of an answer for callers. */
export type Wire<S> = {
  readonly [K in Exclude<keyof S, OmittedKeys<S>>]: S[K] extends Field<infer _T, infer W> ? W : never;
} & { readonly [K in OmittedKeys<S>]?: S[K] extends Field<infer _T, infer W> ? W : never };

const wrong = (path: string, wanted: string): never => {
  throw fault('invalid_params', { path, wanted });
};
const field = <T, W = T>(
  type: string,
  missing: () => T,
  read: (value: unknown, path: string) => T,
  write: Field<T>['write'] = (value) => value,
): Field<T, W> => ({ type, missing, read, write });

export const str: Field<string> = field(
  'string',
  () => '',
  (value, path) => (typeof value === 'string' ? value : wrong(path, 'string')),
);
export const bool: Field<boolean> = field(
  'bool',
  () => false,
  (value, path) => (typeof value === 'boolean' ? value : wrong(path, 'bool')),
);

/** A field with one of these texts; the first one when it is missing. */
export function oneOf<const T extends string>(first: T, ...others: readonly T[]): Field<T> {
  const texts = [first, ...others];
  return field<T>(
    'string',
    () => first,
    (value, path) => texts.find((text) => text === value) ?? wrong(path, texts.join(' or ')),
  );
}

/** Bytes, `min` to `max`, that stay bytes in the message, so the receiver can wipe them: for the page only. */
export function bytes(min: number, max = min): Field<Uint8Array> {
  const type = 'bytes';
  const given = (value: unknown, path: string): Uint8Array =>
    value instanceof Uint8Array && value.length >= min && value.length <= max ? value : wrong(path, type);
  return field(type, () => given(undefined, 'params'), given);
}

const integer = (value: unknown, path: string, wanted: string, min: bigint, max: bigint): bigint => {
  const n = integerOf(value, wanted === 'uint64');
  return n !== undefined && n >= min && n <= max ? n : wrong(path, wanted);
};
/** Atomic units, and everything else with 64 bits: bigint in handlers, a bare integer on the wire. */
export const u64: Field<bigint> = field(
  'uint64',
  () => 0n,
  (value, path) => integer(value, path, 'uint64', 0n, U64_MAX),
);
/** A height, count or time in 64 bits: a number, at most 2^53 - 1 (a caller that sends more means "all"). */
export const count: Field<number> = field(
  'uint64',
  () => 0,
  (value, path) => Math.min(Number(integer(value, path, 'uint64', 0n, U64_MAX)), Number.MAX_SAFE_INTEGER),
);
export const u32: Field<number> = field(
  'uint32',
  () => 0,
  (value, path) => Number(integer(value, path, 'uint32', 0n, 0xffffffffn)),
);
export const i64: Field<number> = field(
  'int64',
  () => 0,
  (value, path) =>
    Number(integer(value, path, 'int64', BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER))),
);

/** A difference of amounts: a bigint with a sign. */
export const int: Field<bigint> = field(
  'int64',
  () => 0n,
  (value, path) => integer(value, path, 'int64', -U64_MAX, U64_MAX),
);

/** Undefined in the handler when missing; left out of the answer when undefined. */
export function opt<T, W>(inner: Field<T, W>): Omittable<T | undefined, W | undefined> {
  return {
    ...field<T | undefined, W | undefined>(
      `${inner.type}?`,
      () => undefined,
      (value, path) => inner.read(value, path),
      (value, without) => (value === undefined ? undefined : inner.write(value, without)),
    ),
    omittable: true,
    ...(inner.fields && { fields: inner.fields }),
    ...(inner.items && { items: inner.items }),
  };
}
/** Has a default when missing. An answer equal to it is left out. */
export function def<T extends string | number | bigint | boolean>(
  inner: Field<T>,
  value: NoInfer<T>,
): Omittable<T> {
  return {
    ...inner,
    omittable: true,
    type: typeWithDefault(inner.type, value),
    missing: () => value,
    write: (given) => (given === value ? undefined : inner.write(given)),
  };
}
/** Left out of an answer when empty. */
export function listOf<T, W>(inner: Field<T, W>): Omittable<readonly T[], readonly W[]> {
  return {
    ...field<readonly T[], readonly W[]>(
      `${inner.type}[]`,
      () => [],
      // A value that is not a list is read as an empty list, and so is a list of plain values where objects are
      // expected, as in the reference.
      (value, path) =>
        !Array.isArray(value) || (inner.fields && !value.every(isRecord))
          ? []
          : value.map((item: unknown, i) => inner.read(item, `${path}[${i}]`)),
      (values, without) =>
        values.length === 0 ? undefined : values.map((value) => inner.write(value, without)),
    ),
    omittable: true,
    items: inner,
  };
}
export function obj<const S extends Shape>(shape: S): Field<Infer<S>, Wire<S>> {
  return {
    ...field<Infer<S>, Wire<S>>(
      typeOfShape(shape),
      () => readShape(shape, {}, ''),
      // A value that is not an object is read as one without fields, as in the reference.
      (value, path) => readShape(shape, isRecord(value) ? value : {}, path),
      (value, without) => writeShape(shape, value, without),
    ),
    fields: shape,
  };
}
/** Fault invalid_params. */
export function readShape<S extends Shape>(shape: S, value: unknown, path = ''): Infer<S> {
  if (!isRecord(value)) return wrong(path || 'params', 'object');
  const out: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(shape)) {
    const at = path ? `${path}.${name}` : name;
    // An empty list counts as missing, for every type, as in the reference.
    const there = Object.hasOwn(value, name) && !isEmptyList(value[name]);
    const read = there ? each.read(value[name], at) : each.missing();
    if (read !== undefined) out[name] = read;
  }
  return out as Infer<S>;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** `without`: the name of fields that are left out, at every depth. */
export function writeShape<S extends Shape>(
  shape: S,
  value: Infer<S>,
  without?: string,
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name in shape) {
    const given = (value as Record<string, unknown>)[name];
    if (given === undefined || name === without) continue;
    const written = shape[name]!.write(given, without);
    if (written !== undefined) out[name] = written;
  }
  return out;
}
