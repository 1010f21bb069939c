/**
 * JSON that keeps uint64 exact, both ways: integers beyond 2^53 arrive as bigint, others as number; bigint is
 * written as a bare integer. Reading and number detection are lossless-json's.
 */
import { isInteger, isSafeNumber, parse, stringify } from 'lossless-json';

export type Json =
  null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

const readNumber = (text: string): number | bigint =>
  isInteger(text) && !isSafeNumber(text) ? BigInt(text) : Number(text);

/** Throws SyntaxError on malformed text. */
export function parseJson(text: string): Json {
  return parse(text, null, readNumber) as Json;
}

export function writeJson(value: unknown, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}
