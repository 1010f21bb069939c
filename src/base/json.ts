/** JSON with exact integers: beyond 2^53 they are read as bigint; a bigint is written as an integer (lossless-json). */
import { isInteger, isSafeNumber, parse, stringify } from 'lossless-json';

export type Json =
  null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

const readNumber = (text: string): number | bigint =>
  isInteger(text) && !isSafeNumber(text) ? BigInt(text) : Number(text);

/** Throws SyntaxError for malformed text. */
export function parseJson(text: string): Json {
  return parse(text, null, readNumber) as Json;
}

export function writeJson(value: unknown, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}
