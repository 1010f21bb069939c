/** Hash table from public spend keys to rows of the look-ahead table (open addressing, by four bytes of the key). */
import type { SubaddressTable } from '../../ports/scan-pool.ts';

/** From 32 bytes at a position to the row with that key, or -1. The keys are ours: nobody can make collisions. */
export function indexKeys({ keys, majors }: SubaddressTable): (bytes: Uint8Array, at: number) => number {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, majors.length) * 2));
  const rows = new Int32Array(size).fill(-1);
  const slotOf = (bytes: Uint8Array, at: number): number =>
    (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) & (size - 1);
  const isAt = (row: number, bytes: Uint8Array, at: number): boolean => {
    for (let i = 0; i < 32; i++) if (keys[32 * row + i] !== bytes[at + i]) return false;
    return true;
  };
  const find = (bytes: Uint8Array, at: number): number => {
    let slot = slotOf(bytes, at);
    while (rows[slot]! >= 0 && !isAt(rows[slot]!, bytes, at)) slot = (slot + 1) & (size - 1);
    return slot;
  };
  // If a key is in two rows, the last row counts.
  for (let row = 0; row < majors.length; row++) rows[find(keys, 32 * row)] = row;
  return (bytes, at) => rows[find(bytes, at)]!;
}
