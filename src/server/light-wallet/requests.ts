/**
 * Reads requests of the light-wallet protocol. Sizes are bounded before, by the door. Throws LightError 400. Schemas: docs/api/wallet.yaml of
 * vtnerd/monero-lws.
 */
import { parseJson } from '../../base/json.ts';
import { isRecord } from '../../base/shape.ts';
import { LightError } from './light-error.ts';
import type { WireRanges } from './ranges.ts';

export type LightRequest = Readonly<Record<string, unknown>>;
export interface Credentials {
  readonly address: string;
  readonly viewKey: string;
}
export interface Lookahead {
  readonly maj_i: number;
  readonly min_i: number;
}

const U32 = 2 ** 32 - 1;
const U64 = 2n ** 64n - 1n;
const MOST_RANGES = 1000;

export function readRequest(text: string): LightRequest {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new LightError(400, 'The body is not JSON');
  }
  if (!isRecord(value)) throw new LightError(400, 'The body is not a JSON object');
  return value;
}

export function credentialsOf(request: LightRequest): Credentials {
  const address = textOf(request, 'address');
  const viewKey = textOf(request, 'view_key');
  if (!/^[1-9A-HJ-NP-Za-km-z]{95}$/.test(address)) throw wrong('address', 'an address');
  if (!/^[0-9a-fA-F]{64}$/.test(viewKey)) throw wrong('view_key', '64 hex digits');
  return { address, viewKey: viewKey.toLowerCase() };
}

export function textOf(request: LightRequest, name: string): string {
  const value = own(request, name);
  if (typeof value !== 'string') throw wrong(name, 'a text');
  return value;
}

export function flagOf(request: LightRequest, name: string, missing = false): boolean {
  const value = own(request, name) ?? missing;
  if (typeof value !== 'boolean') throw wrong(name, 'true or false');
  return value;
}

/** At most 2^32 - 1. */
export function numberOf(request: LightRequest, name: string, missing?: number): number {
  const value = own(request, name) ?? missing;
  if (!isIndex(value)) throw wrong(name, 'a number');
  return value;
}

/** A number or its decimal text, up to 2^64 - 1: clients write both. */
export function amountOf(request: LightRequest, name: string, missing?: bigint): bigint {
  return readAmount(own(request, name) ?? missing, name);
}

/** A list of amounts. */
export function amountsOf(request: LightRequest, name: string, most: number): readonly bigint[] {
  const value = own(request, name);
  if (!Array.isArray(value)) throw wrong(name, 'a list');
  if (value.length > most) throw wrong(name, `at most ${most} entries`);
  return value.map((each: unknown) => readAmount(each, name));
}

/** {0, 0} when it is missing: the main address alone. */
export function lookaheadOf(request: LightRequest): Lookahead {
  const value = own(request, 'lookahead') ?? { maj_i: 0, min_i: 0 };
  if (!isRecord(value)) throw wrong('lookahead', 'an object');
  return { maj_i: numberOf(value, 'maj_i'), min_i: numberOf(value, 'min_i') };
}

export function rangesOf(request: LightRequest): readonly WireRanges[] {
  const value = own(request, 'subaddrs');
  if (!Array.isArray(value) || value.length > MOST_RANGES) throw wrong('subaddrs', 'a list of ranges');
  return value.map((each: unknown) => {
    if (!isRecord(each)) throw wrong('subaddrs', 'a list of objects');
    const ranges = own(each, 'value');
    if (!Array.isArray(ranges) || ranges.length === 0 || ranges.length > MOST_RANGES)
      throw wrong('subaddrs.value', 'a list of ranges');
    return { key: numberOf(each, 'key'), value: ranges.map(readRange) };
  });
}

const readRange = (value: unknown): readonly [number, number] => {
  const [first, last, ...more] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (!isIndex(first) || !isIndex(last) || more.length > 0 || last < first)
    throw wrong('subaddrs.value', '[first, last]');
  return [first, last];
};

const readAmount = (value: unknown, name: string): bigint => {
  const isDecimal = typeof value === 'string' && /^\d{1,20}$/.test(value);
  const amount =
    isDecimal || typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
      ? BigInt(value)
      : -1n;
  if (amount < 0n || amount > U64) throw wrong(name, 'an amount');
  return amount;
};

const isIndex = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= U32;

const own = (request: LightRequest, name: string): unknown =>
  Object.hasOwn(request, name) ? (request[name] ?? undefined) : undefined;

const wrong = (name: string, wanted: string): LightError =>
  new LightError(400, `The field ${name} must be ${wanted}`);
