/** JSON with exact integers: beyond 2^53 they are read as bigint; a bigint is written as an integer (lossless-json). */
import { isInteger, isSafeNumber, parse, stringify } from 'lossless-json';

export type Json =
  null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

/** Most characters of an integer: 2^128 has 39. Reading millions of digits exactly takes minutes. */
const MOST_DIGITS = 40;

const readNumber = (text: string): number | bigint => {
  if (!isInteger(text)) return Number(text);
  if (text.length > MOST_DIGITS) throw new SyntaxError(`an integer of ${text.length} characters`);
  return isSafeNumber(text) ? Number(text) : BigInt(text);
};

/** Throws SyntaxError for malformed text, and for an integer of more than 40 characters. */
export function parseJson(text: string): Json {
  return parse(text, null, readNumber) as Json;
}

export function writeJson(value: unknown, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}
