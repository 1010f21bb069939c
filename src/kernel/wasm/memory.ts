/** A kernel's linear memory: batch scratch, slots for single arguments, a list area that grows. No calls overlap. */
import type { KernelExports } from './exports.ts';

const PAGE = 65536;
/** Number of slots for single arguments, 64 bytes each. */
const SLOTS = 8;

export interface KernelMemory {
  /** Address of the scratch space of the batches. */
  readonly scratch: number;
  /** Address of slot i, 64 bytes. */
  slot(i: number): number;
  /** Address of the list area, grown to at least `bytes`. Views created before may be invalid afterwards. */
  list(bytes: number): number;
  write(at: number, bytes: Uint8Array): void;
  read(at: number, length: number): Uint8Array;
  /** Zeroes the slots, which may hold secret arguments. */
  wipeSlots(): void;
  wipe(at: number, length: number): void;
}

export function layoutMemory(exports: KernelExports): KernelMemory {
  const scratch = exports.heapBase();
  const slots = scratch + exports.scratchSize();
  const lists = slots + SLOTS * 64;
  const view = (at: number, length: number): Uint8Array => new Uint8Array(exports.memory.buffer, at, length);
  const reserve = (end: number): void => {
    const missing = end - exports.memory.buffer.byteLength;
    if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
  };
  reserve(lists);
  return {
    scratch,
    slot: (i) => slots + 64 * i,
    list: (bytes) => {
      reserve(lists + bytes);
      return lists;
    },
    write: (at, bytes) => view(at, bytes.length).set(bytes),
    read: (at, length) => view(at, length).slice(),
    wipeSlots: () => view(slots, SLOTS * 64).fill(0),
    wipe: (at, length) => view(at, length).fill(0),
  };
}
