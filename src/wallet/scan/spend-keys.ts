/** Hash table from public spend keys to rows of the look-ahead table (open addressing, by four bytes of the key). */
import { atOnce, type Steps } from '../../base/steps.ts';
import type { SubaddressTable } from '../../ports/scan-pool.ts';

/** From 32 bytes at a position to the row with that key, or -1. The keys are ours: nobody can make collisions. */
export function indexKeys(table: SubaddressTable): (bytes: Uint8Array, at: number) => number {
  const slots = table.slots ?? atOnce(slotsOf(table));
  const find = slotFinder(table, slots);
  return (bytes, at) => slots[find(bytes, at)]!;
}

/** Rows that one step takes. */
const STEP = 5000;

/** The hash table itself: a row of the table, or -1, in each slot. */
export function* slotsOf(table: Pick<SubaddressTable, 'keys' | 'majors'>): Steps<Int32Array> {
  const { keys, majors } = table;
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, majors.length) * 2));
  const slots = new Int32Array(sharedBuffer(4 * size)).fill(-1);
  const find = slotFinder(table, slots);
  // If a key is in two rows, the last row counts.
  for (let row = 0; row < majors.length; row++) {
    if (row % STEP === STEP - 1) yield;
    slots[find(keys, 32 * row)] = row;
  }
  return slots;
}

/** Memory that threads share without a copy, where there is such memory. */
export function sharedBuffer(bytes: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === 'function' ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}

/** From 32 bytes at a position to the slot with that key, or to an empty one. */
const slotFinder = (
  { keys }: Pick<SubaddressTable, 'keys'>,
  slots: Int32Array,
): ((bytes: Uint8Array, at: number) => number) => {
  const size = slots.length;
  const slotOf = (bytes: Uint8Array, at: number): number =>
    (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) & (size - 1);
  const isAt = (row: number, bytes: Uint8Array, at: number): boolean => {
    for (let i = 0; i < 32; i++) if (keys[32 * row + i] !== bytes[at + i]) return false;
    return true;
  };
  return (bytes, at) => {
    let slot = slotOf(bytes, at);
    while (slots[slot]! >= 0 && !isAt(slots[slot]!, bytes, at)) slot = (slot + 1) & (size - 1);
    return slot;
  };
};
