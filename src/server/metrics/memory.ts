/** Memory of processes that is theirs alone, from Linux's /proc; other systems give none. */
import { readFile } from 'node:fs/promises';

/** Bytes; every Linux that Chromium runs on has pages of this size, apart from some ARM kernels. */
const PAGE = 4096;

/**
 * The sum in bytes, without what they share with files and with each other: the processes of a browser share hundreds of MiB,
 * which would count once for each. Undefined when none of them can be read.
 */
export async function ownMemory(pids: readonly number[], read = readFile): Promise<number | undefined> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      // A process may have ended meanwhile.
      const text = await read(`/proc/${pid}/statm`, 'utf8').catch(() => '');
      const [, resident = Number.NaN, shared = Number.NaN] = text.split(' ').map(Number);
      return (resident - shared) * PAGE;
    }),
  );
  const known = sizes.filter((bytes) => bytes > 0);
  return known.length === 0 ? undefined : known.reduce((sum, bytes) => sum + bytes, 0);
}
