/**
 * Strict readers of what sites send: each reads one value, and refuses what it does not expect. The wallet's own
 * reader (rpc/schema.ts) follows the reference and ignores unknown fields; a site's parameters must be read in one way
 * only. Fault site_bad_params.
 */
import { U64_MAX } from '../../base/amount.ts';
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
/** A whole number that fits into 32 bits, also as bigint. */
export const index: Read<number> = (value, path) => {
  const n = typeof value === 'bigint' && value <= 0xffffffffn ? Number(value) : value;
  return typeof n === 'number' && Number.isInteger(n) && n >= 0 && n <= 0xffffffff ? n : wrong(path);
};
/** A whole number below 2^53, also as bigint. */
export const whole: Read<number> = (value, path) => {
  const n = typeof value === 'bigint' && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
  return typeof n === 'number' && Number.isSafeInteger(n) && n >= 0 ? n : wrong(path);
};
/** Piconero: bigint, a safe whole number, or decimal text. */
export const piconero: Read<bigint> = (value, path) => {
  let n = -1n;
  if (typeof value === 'bigint') n = value;
  else if (typeof value === 'number' && Number.isSafeInteger(value)) n = BigInt(value);
  else if (typeof value === 'string' && /^\d{1,20}$/.test(value)) n = BigInt(value);
  return n >= 0n && n <= U64_MAX ? n : wrong(path);
};
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
    const given = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => Object.hasOwn(given, name) && given[name] !== undefined)
        .map(([name, read]) => [name, read(given[name], `${path}.${name}`)]),
    ) as ReadFields<F>;
  };
}

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
