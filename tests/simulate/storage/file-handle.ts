/** An open file, or the open folder, of the simulated file system. */
import { later, statsOf, type Calls } from './file-calls.ts';
import type { Inode } from './inode.ts';
import { happens } from './trouble.ts';

/** While true, writes take place at once: those of an interval that was due before. */
let atOnce = false;
let ended = false;
/** True: the process that writes has ended, and its interval with it. */
export function writingAtOnce(work: () => void): boolean {
  atOnce = true;
  ended = false;
  try {
    work();
    return ended;
  } finally {
    atOnce = false;
  }
}

/** `inode`: undefined is the folder. */
export function createHandle(calls: Calls, inode: Inode | undefined) {
  const { folder, process } = calls;
  const put = (at: number, bytes: Uint8Array): { readonly bytesWritten: number } => {
    inode!.write(at, bytes, folder.now);
    return { bytesWritten: bytes.length };
  };
  const synced = (file: Inode): Promise<void> => {
    happens(calls.trouble, 'unsynced');
    return later(calls, 'fs sync', () => {
      file.sync();
      happens(calls.trouble, 'stored');
    });
  };
  return {
    /** As of node:fs/promises: a text and its place, or a part of a buffer and its place. */
    write: (data: Uint8Array | string, ...at: number[]) => {
      if (typeof data === 'string') {
        if (!atOnce) return later(calls, 'fs write', () => put(at[0] ?? 0, Buffer.from(data)), true);
        ended ||= !process.alive;
        if (process.alive && !process.asleep) put(at[0] ?? 0, Buffer.from(data));
        // Nobody hears of it in a process that has ended.
        return process.alive ? Promise.resolve() : new Promise(() => undefined);
      }
      const [from = 0, length = data.length, place = 0] = at;
      return later(
        calls,
        'fs write',
        () => put(place, part(calls, data.subarray(from, from + length))),
        true,
      );
    },
    writeFile: (bytes: Uint8Array) => later(calls, 'fs write', () => put(0, bytes), true),
    truncate: (length: number) => later(calls, 'fs truncate', () => inode!.truncate(length, folder.now)),
    sync: () => (inode ? synced(inode) : later(calls, 'fs sync', () => folder.sync())),
    datasync: () => synced(inode!),
    stat: () => later(calls, 'fs stat', () => statsOf(inode!)),
    close: () => later(calls, 'fs close', () => undefined),
  };
}

/** POSIX lets a write take only a part of the bytes. */
const part = ({ dice }: Calls, bytes: Uint8Array): Uint8Array =>
  dice.chance(0.02) ? bytes.subarray(0, 1 + dice.below(bytes.length)) : bytes;
