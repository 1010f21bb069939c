/**
 * Records of labels. One with the key `major:minor` sets the labels of an account's addresses from that one on, so that a
 * new address costs one label, not all. One with the key `major` has all labels of the account: snapshots with few, and
 * all records of earlier versions.
 */
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { Put } from './tables.ts';

/** The address whose label is the first of a record. */
export function labelsIndex(key: string): SubaddressIndex {
  const [major, minor = 0] = key.split(':').map(Number);
  return { major: major!, minor };
}

/** Applies a record to the table, which has all labels of each account. */
export function setLabels(table: Map<string, string[]>, key: string, labels: readonly string[]): void {
  const { major, minor } = labelsIndex(key);
  const known = table.get(String(major));
  if (!known || !key.includes(':')) table.set(String(major), [...labels]);
  else for (let i = 0; i < labels.length; i++) known[minor + i] = labels[i]!;
}

/** Labels of a record of a snapshot. */
const PART = 1000;

/** The labels of an account for a snapshot: records that are short each. */
export function* partsOfLabels(key: string, labels: readonly string[]): Generator<Put> {
  if (labels.length <= PART) yield { table: 'labels', key, value: labels };
  else
    for (let from = 0; from < labels.length; from += PART)
      yield { table: 'labels', key: `${key}:${from}`, value: labels.slice(from, from + PART) };
}

/** True if the key is one that earlier versions do not know. */
export function isPartOfLabels(key: string): boolean {
  return key.includes(':');
}
