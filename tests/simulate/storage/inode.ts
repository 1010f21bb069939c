/**
 * The bytes of a simulated file: those that programs read, and those that survive a power failure. POSIX promises that a
 * file has what was written before its last fsync. Of what was written since, any part from the beginning may be on the
 * disk, and the last write of it in part.
 */
import type { Dice } from '../dice.ts';

type Edit =
  | { readonly at: number; readonly bytes: Uint8Array }
  /** The new length. */
  | { readonly cut: number };

export interface Inode {
  readonly id: bigint;
  readonly bytes: Uint8Array;
  /** Nanoseconds. */
  readonly changed: bigint;
  write(at: number, bytes: Uint8Array, now: bigint): void;
  truncate(length: number, now: bigint): void;
  /** Its name or number of names changed. */
  touch(now: bigint): void;
  sync(): void;
  /** The power fails: only what the disk has is left. */
  fail(dice: Dice): void;
}

export function createInode(id: bigint, born: bigint): Inode {
  let bytes = new Uint8Array(0);
  let synced = bytes;
  let edits: Edit[] = [];
  let changed = born;
  const edit = (each: Edit, now: bigint): void => {
    bytes = apply(bytes, each);
    edits.push(each);
    changed = now > changed ? now : changed + 1n;
  };
  return {
    id,
    get bytes() {
      return bytes;
    },
    get changed() {
      return changed;
    },
    write: (at, written, now) => edit({ at, bytes: written.slice() }, now),
    truncate: (cut, now) => edit({ cut }, now),
    touch: (now) => {
      changed = now > changed ? now : changed + 1n;
    },
    sync: () => {
      synced = bytes;
      edits = [];
    },
    fail: (dice) => {
      const kept = dice.below(edits.length + 1);
      bytes = edits.slice(0, kept).reduce(apply, synced);
      const torn = edits[kept];
      if (torn && 'bytes' in torn && dice.chance(0.5)) {
        const length = dice.below(torn.bytes.length + 1);
        const written = torn.bytes.slice(0, length);
        // A sector that was being written may have any content.
        if (length > 0 && dice.chance(0.3)) written[dice.below(length)]! ^= 1 << dice.below(8);
        bytes = apply(bytes, { at: torn.at, bytes: written });
        // The length may be on the disk before the bytes.
        if (dice.chance(0.3))
          bytes = apply(bytes, { cut: Math.max(bytes.length, torn.at + torn.bytes.length) });
      }
      synced = bytes;
      edits = [];
    },
  };
}

const apply = (before: Uint8Array<ArrayBuffer>, each: Edit): Uint8Array<ArrayBuffer> => {
  const length = 'cut' in each ? each.cut : Math.max(before.length, each.at + each.bytes.length);
  const after = new Uint8Array(length);
  after.set(before.subarray(0, length));
  if ('bytes' in each) after.set(each.bytes, each.at);
  return after;
};
