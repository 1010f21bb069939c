/**
 * The subaddresses of an account that its client has asked for. Wire form: a list of {key: major, value: [[first, last], …]}.
 * Upstream: `subaddress_dict` in src/db/data.cpp of vtnerd/monero-lws.
 */

/** Inclusive, ascending, not adjacent. */
export type Ranges = readonly (readonly [first: number, last: number])[];
/** By major index. */
export type SubaddressRanges = Readonly<Record<string, Ranges>>;
export interface WireRanges {
  readonly key: number;
  readonly value: Ranges;
}

/** The union of both, and what of `more` was not in `known`. */
export function addRanges(known: SubaddressRanges, more: readonly WireRanges[]) {
  const all: Record<string, Ranges> = { ...known };
  const fresh: Record<string, Ranges> = {};
  for (const { key, value } of more)
    for (const range of value) {
      const before = all[key] ?? [];
      const missing = without(range, before);
      all[key] = merged([...before, range]);
      if (missing.length > 0) fresh[key] = merged([...(fresh[key] ?? []), ...missing]);
    }
  return { all: all as SubaddressRanges, fresh: fresh as SubaddressRanges };
}

export function hasIndex(ranges: SubaddressRanges, major: number, minor: number): boolean {
  return (ranges[major] ?? []).some(([first, last]) => first <= minor && minor <= last);
}

/** Numbers of majors and minors of a table that has all of these. */
export function extentOf(ranges: SubaddressRanges) {
  let [major, minor] = [0, 0];
  for (const [key, value] of Object.entries(ranges)) {
    major = Math.max(major, Number(key) + 1);
    for (const [, last] of value) minor = Math.max(minor, last + 1);
  }
  return { major, minor };
}

export function toWire(ranges: SubaddressRanges): readonly WireRanges[] {
  return Object.entries(ranges).map(([key, value]) => ({ key: Number(key), value }));
}

const merged = (ranges: Ranges): Ranges => {
  const out: (readonly [number, number])[] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const before = out.at(-1);
    if (before && first <= before[1] + 1) out[out.length - 1] = [before[0], Math.max(before[1], last)];
    else out.push([first, last]);
  }
  return out;
};

/** The parts of a range that are in none of the ascending others. */
const without = ([first, last]: readonly [number, number], others: Ranges): Ranges => {
  const out: (readonly [number, number])[] = [];
  let from = first;
  for (const [start, end] of others) {
    if (end < from || start > last) continue;
    if (start > from) out.push([from, start - 1]);
    from = end + 1;
  }
  if (from <= last) out.push([from, last]);
  return out;
};
