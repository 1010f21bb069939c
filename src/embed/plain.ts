/**
 * Copies a value that came from a foreign page and accepts plain data only: null, booleans, finite numbers, integers of
 * 64 bits, texts, lists and objects. Throws InvalidMessage for everything else, and beyond the limits.
 */
import { MAX_DEPTH, MAX_SIZE } from './limits.ts';

export type Plain =
  null | boolean | number | bigint | string | readonly Plain[] | { readonly [name: string]: Plain };

/** The message is not one that the other side may send. The text is for developers and contains none of its content. */
export class InvalidMessage extends Error {}

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 64n - 1n;
/** Assigning to one of these names may change the prototype of an object instead of adding a field. */
const REFUSED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

export function readPlain(value: unknown): Plain {
  let left = MAX_SIZE;
  const spend = (size: number): void => {
    left -= size;
    if (left < 0) throw new InvalidMessage('too large');
  };
  const fieldsOf = (object: object, depth: number): Plain => {
    const out: Record<string, Plain> = {};
    for (const [name, field] of Object.entries(object) as [string, unknown][]) {
      if (REFUSED_NAMES.has(name)) throw new InvalidMessage(`a field is named ${name}`);
      spend(name.length);
      if (field !== undefined) out[name] = copy(field, depth);
    }
    return out;
  };
  const copy = (given: unknown, depth: number): Plain => {
    spend(8);
    if (given === null || typeof given === 'boolean') return given;
    if (typeof given === 'number' && Number.isFinite(given)) return given;
    if (typeof given === 'bigint' && given >= MIN_INTEGER && given <= MAX_INTEGER) return given;
    if (typeof given === 'string') {
      spend(given.length);
      return given;
    }
    if (typeof given !== 'object') throw new InvalidMessage('not plain data');
    if (depth === 0) throw new InvalidMessage('too deep');
    if (Array.isArray(given)) {
      // The length first: a list may claim a length of billions and hold nothing.
      spend(given.length);
      if (Object.keys(given).length !== given.length) throw new InvalidMessage('a list with gaps or names');
      return given.map((item) => copy(item, depth - 1));
    }
    if (Object.getPrototypeOf(given) !== Object.prototype) throw new InvalidMessage('not plain data');
    return fieldsOf(given, depth - 1);
  };
  return copy(value, MAX_DEPTH);
}
