/**
 * Messages as text, for the ports of browser extensions, which carry JSON in some browsers: it has no integers of 64 bits. Each
 * text begins with `s`, each bigint with `n`, so that no text of a site is read as a number.
 */
import { MAX_SIZE } from './limits.ts';
import { InvalidMessage } from './plain.ts';

/** A text of a site that is longer is not read: escapes make a text six times as long as what it says. */
const MAX_TEXT = 8 * MAX_SIZE;

/** Throws for what is not plain data, such as a function. */
export function writeText(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each === 'string') return `s${each}`;
    if (typeof each === 'bigint') return `n${String(each)}`;
    if (typeof each === 'function' || typeof each === 'symbol') throw new InvalidMessage('not plain data');
    return each;
  });
}

/** A message of a site. Throws for what `readSiteText` would not read. */
export function writeSiteText(value: unknown): string {
  const text = writeText(value);
  if (text.length > MAX_TEXT) throw new InvalidMessage('too long');
  return text;
}

/** Reads a message of a site. Throws InvalidMessage; what it returns is still to be checked. */
export function readSiteText(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > MAX_TEXT) throw new InvalidMessage('not a text, or too long');
  return readText(text);
}

/** Throws InvalidMessage for a text that `writeText` does not write. */
export function readText(text: string): unknown {
  try {
    return JSON.parse(text, (_name, each: unknown) =>
      typeof each === 'string' ? valueOf(each) : each,
    ) as unknown;
  } catch (error) {
    throw error instanceof InvalidMessage ? error : new InvalidMessage('not a message');
  }
}

const valueOf = (text: string): string | bigint => {
  if (text.startsWith('s')) return text.slice(1);
  // A longer one is no integer of 64 bits, and slow to read.
  if (/^n-?\d{1,20}$/.test(text)) return BigInt(text.slice(1));
  throw new InvalidMessage('not a message');
};
