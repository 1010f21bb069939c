/** When a journal is merged into a snapshot. */
import { describe, expect, test } from 'vitest';
import { isLargeJournal } from '../../../../src/wallet/state/large-journal.ts';

const MB = 1_000_000;

/** Bytes written in snapshots while entries of this size are appended one after the other. */
const rewritten = (count: number, entryBytes: number): number => {
  let [snapshot, written] = [0, 0];
  let journal = { entries: 0, bytes: 0 };
  for (let i = 0; i < count; i++) {
    journal = { entries: journal.entries + 1, bytes: journal.bytes + entryBytes };
    if (!isLargeJournal(journal, snapshot)) continue;
    snapshot += journal.bytes;
    written += snapshot;
    journal = { entries: 0, bytes: 0 };
  }
  return written;
};

describe('a journal is merged', () => {
  test.each([
    [{ entries: 401, bytes: 1000 }, 0, true],
    [{ entries: 400, bytes: 8 * MB }, 0, false],
    [{ entries: 1, bytes: 8 * MB + 1 }, 0, true],
    [{ entries: 401, bytes: 9 * MB }, 70 * MB, false],
    [{ entries: 3501, bytes: 9 * MB }, 70 * MB, true],
    [{ entries: 401, bytes: 70 * MB + 1 }, 70 * MB, true],
  ])('of %o beside a snapshot of %i bytes: %s', (journal, snapshot, large) => {
    expect(isLargeJournal(journal, snapshot)).toBe(large);
  });

  test('so rarely that snapshots take no more than twice the bytes of all entries', () => {
    for (const count of [2_000, 20_000]) expect(rewritten(count, 20_000) / (count * 20_000)).toBeLessThan(2);
  });
});
