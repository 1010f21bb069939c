/** Checks of arguments: a program without types gets an OstroError that names the argument, never a wrong result. */
import { U64_MAX } from '../base/amount.ts';
import { isRecord } from '../base/shape.ts';
import { OstroError } from './error.ts';

/** A kind of argument: `wanted` describes it in an error, and `fits` tests a value. */
interface Kind {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}
type Kinds = Readonly<Record<string, Kind>>;

const kind = (wanted: string, fits: Kind['fits']): Kind => ({ wanted, fits });

export const TEXT = kind('a text', (value) => typeof value === 'string');
export const YES_OR_NO = kind('true or false', (value) => typeof value === 'boolean');
export const FUNCTION = kind('a function', (value) => typeof value === 'function');
export const LIST = kind('a list that is not empty', (value) => Array.isArray(value) && value.length > 0);
export const SIGNAL = kind('an AbortSignal', (value) => value instanceof AbortSignal);
export const AMOUNT = kind(
  'a bigint from 0 to 2^64 - 1',
  (value) => typeof value === 'bigint' && value >= 0n && value <= U64_MAX,
);
export const INDEX = integer(0, 0xffff_ffff);
export const NETWORK = kind(
  "'mainnet', 'stagenet' or 'testnet'; a regtest chain is 'mainnet' with `regtest: true`",
  (value) => value === 'mainnet' || value === 'stagenet' || value === 'testnet',
);
export const NODE = kind(
  'an address as a text, or an object with one',
  (value) => typeof value === 'string' || (isRecord(value) && typeof value.address === 'string'),
);

/** A whole number. */
export function integer(min: number, max: number): Kind {
  return kind(
    `a whole number from ${min} to ${max}`,
    (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  );
}
/** A kind that accepts only these texts. */
export function oneOf(texts: readonly string[]): Kind {
  return kind(`one of ${texts.join(', ')}`, (value) => texts.includes(value as string));
}
/** An object with these functions. */
export function hasFunctions(names: readonly string[]): Kind {
  return kind(
    `an object with the functions ${names.join(', ')}`,
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      names.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'function'),
  );
}
export function either(one: Kind, other: Kind): Kind {
  return kind(`${one.wanted}, or ${other.wanted}`, (value) => one.fits(value) || other.fits(value));
}
/** Returns a kind that also accepts `undefined`. */
export function optional({ wanted, fits }: Kind): Kind {
  return kind(wanted, (value) => value === undefined || fits(value));
}

/** Throws OstroError `invalid_params` unless the value is of the kind. */
export function check(path: string, value: unknown, { wanted, fits }: Kind): void {
  if (!fits(value)) throw invalid(path, wanted);
}
/** Checks each field of an object argument. */
export function checkFields(path: string, value: unknown, kinds: Kinds): void {
  if (!isRecord(value) || value instanceof URL || ArrayBuffer.isView(value)) throw invalid(path, 'an object');
  for (const [name, each] of Object.entries(kinds)) check(`${path}.${name}`, value[name], each);
}
export function checkNode(path: string, node: unknown): void {
  check(path, node, NODE);
  if (typeof node !== 'string')
    checkFields(path, node, {
      trusted: optional(YES_OR_NO),
      username: optional(TEXT),
      password: optional(TEXT),
    });
}

const invalid = (path: string, wanted: string): OstroError =>
  new OstroError(-32602, `${path} must be ${wanted}`, 'invalid_params', { path, wanted });
