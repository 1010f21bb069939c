/**
 * Canonical JSON: keys sorted by code units, no white space, integers only, and in strings only `"` and `\` escaped.
 * Source: wiki.laptop.org/go/Canonical_JSON, as WEBCAT signs manifests and hashes enrolments.
 */
import { fault } from './faults.ts';

export type CanonicalValue =
  string | number | boolean | null | readonly CanonicalValue[] | { readonly [key: string]: CanonicalValue };

/** The canonical text. Throws `release_malformed` for numbers that are no integers. */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw fault('release_malformed', { reason: 'a number is no integer' });
    return String(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${quoted(key)}:${canonicalJson(value[key]!)}`);
  return `{${members.join(',')}}`;
}

const isList = (value: CanonicalValue): value is readonly CanonicalValue[] => Array.isArray(value);
const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
