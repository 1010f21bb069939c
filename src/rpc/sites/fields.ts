/**
 * Strict readers of what sites send: each reads one value, and refuses what it does not expect. The wallet's own
 * reader (rpc/schema.ts) follows the reference and ignores unknown fields; a site's parameters must be read in one way
 * only. Fault site_bad_params.
 */
import { U64_MAX } from '../../base/amount.ts';
import { integerOf, isRecord } from '../../base/shape.ts';
import { refuse } from './errors.ts';

export type Read<T = unknown> = (value: unknown, path: string) => T;
export type Fields = Readonly<Record<string, Read>>;
type ReadFields<F extends Fields> = { readonly [K in keyof F]?: ReturnType<F[K]> };

const wrong = (path: string): never => {
  throw refuse('site_bad_params', { path });
};

/** At most `max` UTF-16 units. */
export function text(max: number): Read<string> {
  return (value, path) => (typeof value === 'string' && value.length <= max ? value : wrong(path));
}
export const flag: Read<boolean> = (value, path) => (typeof value === 'boolean' ? value : wrong(path));
const upTo = (max: bigint, value: unknown, path: string, decimal = false): bigint => {
  const n = integerOf(value, decimal) ?? -1n;
  return n >= 0n && n <= max ? n : wrong(path);
};
/** A whole number that fits into 32 bits, also as bigint. */
export const index: Read<number> = (value, path) => Number(upTo(0xffffffffn, value, path));
/** A whole number below 2^53, also as bigint. */
export const whole: Read<number> = (value, path) =>
  Number(upTo(BigInt(Number.MAX_SAFE_INTEGER), value, path));
/** Piconero: bigint, a safe whole number, or decimal text. */
export const piconero: Read<bigint> = (value, path) => upTo(U64_MAX, value, path, true);
/** Nothing but `allowed`. */
export function only<const T extends string | number | bigint | boolean>(...allowed: readonly T[]): Read<T> {
  return (value, path) => allowed.find((each) => each === value) ?? wrong(path);
}
export function list<T>(item: Read<T>, max: number): Read<readonly T[]> {
  return (value, path) =>
    Array.isArray(value) && value.length <= max
      ? Array.from(value, (each: unknown, i) => item(each, `${path}[${i}]`))
      : wrong(path);
}
/** An object without inherited fields. */
export const plain: Read<object> = (value, path) => (isPlain(value) ? value : wrong(path));
/** An object with these fields and no other; each may be missing. */
export function closed<const F extends Fields>(fields: F): Read<ReadFields<F>> {
  return (value, path) => {
    if (!isPlain(value)) return wrong(path);
    for (const name of Reflect.ownKeys(value))
      if (typeof name !== 'string' || !Object.hasOwn(fields, name)) return wrong(`${path}.${String(name)}`);
    return Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => Object.hasOwn(value, name) && value[name] !== undefined)
        .map(([name, read]) => [name, read(value[name], `${path}.${name}`)]),
    ) as ReadFields<F>;
  };
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
