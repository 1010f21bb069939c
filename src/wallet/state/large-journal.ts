/**
 * When the journal of a file is merged into a snapshot. Merging writes everything again, so the journal may grow with the
 * snapshot: then all that is ever written stays in proportion to what was new.
 */
const MIN_ENTRIES = 400;
const MIN_BYTES = 8_000_000;
/** Opening reads and decrypts each entry by itself: one takes about as long as so many bytes of a snapshot. */
const BYTES_OF_ENTRY = 20_000;

export function isLargeJournal(
  { entries, bytes }: { readonly entries: number; readonly bytes: number },
  snapshotBytes: number,
): boolean {
  return (
    entries > Math.max(MIN_ENTRIES, snapshotBytes / BYTES_OF_ENTRY) ||
    bytes > Math.max(MIN_BYTES, snapshotBytes)
  );
}
