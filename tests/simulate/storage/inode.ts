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
  /** When its bytes changed last (mtime), and its bytes or names (ctime). Nanoseconds. */
  readonly written: bigint;
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
  /** Room for more than the file has. */
  let room = new Uint8Array(0);
  let length = 0;
  /** Those since the last fsync, and what each one replaced. */
  let edits: { readonly edit: Edit; readonly undo: () => void }[] = [];
  let changed = born;
  let written = born;
  const setLength = (wanted: number): void => {
    if (wanted > room.length) {
      const larger = new Uint8Array(2 * wanted);
      larger.set(room.subarray(0, length));
      room = larger;
    } else if (wanted > length) room.fill(0, length, wanted);
    length = wanted;
  };
  const put = (at: number, bytes: Uint8Array): void => {
    setLength(Math.max(length, at + bytes.length));
    room.set(bytes, at);
  };
  /** The result takes it back. */
  const apply = (edit: Edit): (() => void) => {
    const before = length;
    const [from, to] = 'cut' in edit ? [edit.cut, before] : [edit.at, edit.at + edit.bytes.length];
    const replaced = room.slice(Math.min(from, before), Math.min(to, before));
    if ('cut' in edit) setLength(edit.cut);
    else put(edit.at, edit.bytes);
    return () => {
      setLength(before);
      room.set(replaced, Math.min(from, before));
    };
  };
  const touch = (now: bigint): void => {
    changed = now > changed ? now : changed + 1n;
  };
  const change = (edit: Edit, now: bigint): void => {
    edits.push({ edit, undo: apply(edit) });
    touch(now);
    written = changed;
  };
  return {
    id,
    get bytes() {
      return room.subarray(0, length);
    },
    get written() {
      return written;
    },
    get changed() {
      return changed;
    },
    write: (at, bytes, now) => change({ at, bytes: bytes.slice() }, now),
    truncate: (cut, now) => change({ cut }, now),
    touch,
    sync: () => {
      edits = [];
    },
    fail: (dice) => {
      const kept = dice.below(edits.length + 1);
      const torn = edits[kept]?.edit;
      for (const { undo } of edits.splice(kept).reverse()) undo();
      if (torn && 'bytes' in torn && dice.chance(0.7)) {
        const size = dice.below(torn.bytes.length + 1);
        const arrived = torn.bytes.slice(0, size);
        // A sector that was being written may have any content.
        if (size > 0 && dice.chance(0.3)) arrived[dice.below(size)]! ^= 1 << dice.below(8);
        put(torn.at, arrived);
        // The length may be on the disk before the bytes.
        if (dice.chance(0.5)) setLength(Math.max(length, torn.at + torn.bytes.length));
      }
      edits = [];
    },
  };
}
