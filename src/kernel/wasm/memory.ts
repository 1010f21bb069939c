/**
 * The linear memory of one kernel instance, laid out once: work room of the batches, fixed slots for single
 * arguments, then a list area that grows when a call needs more. Calls never overlap: WebAssembly here is synchronous.
 */
import type { KernelExports } from './exports.ts';

const PAGE = 65536;
/** Single arguments: slots of 64 bytes. */
const SLOTS = 8;

export interface KernelMemory {
  /** Address of the batches' work room. */
  readonly room: number;
  /** Address of slot i, 64 bytes. */
  slot(i: number): number;
  /** Address of the list area, grown to hold at least `bytes`. Views taken before may be stale afterwards. */
  list(bytes: number): number;
  write(at: number, bytes: Uint8Array): void;
  read(at: number, length: number): Uint8Array;
  /** Zeroes the slots, which may hold secret arguments. */
  wipeSlots(): void;
  wipe(at: number, length: number): void;
}

export function layoutMemory(exports: KernelExports): KernelMemory {
  const room = exports.heapBase();
  const slots = room + exports.workRoom();
  const lists = slots + SLOTS * 64;
  const view = (at: number, length: number): Uint8Array => new Uint8Array(exports.memory.buffer, at, length);
  const reserve = (end: number): void => {
    const missing = end - exports.memory.buffer.byteLength;
    if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
  };
  reserve(lists);
  return {
    room,
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
