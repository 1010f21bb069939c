/**
 * Ring member indices: absolute (global output indices, ascending), and relative as on the wire (the first absolute,
 * then differences).
 * Upstream: `relative_output_offsets_to_absolute`, `absolute_output_offsets_to_relative`,
 * src/cryptonote_basic/cryptonote_format_utils.cpp.
 */
import { fault } from '../faults.ts';

const U64 = 1n << 64n;

/** Fault `bad_format` when a sum exceeds 64 bits. */
export function toAbsoluteOffsets(relative: readonly bigint[]): bigint[] {
  let sum = 0n;
  return relative.map((step) => {
    sum += step;
    if (sum >= U64) throw fault('bad_format', { what: 'ring member index' });
    return sum;
  });
}

/** Sorts ascending, then takes differences. */
export function toRelativeOffsets(absolute: readonly bigint[]): bigint[] {
  const sorted = absolute.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted.map((index, i) => (i === 0 ? index : index - sorted[i - 1]!));
}
