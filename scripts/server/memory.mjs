/** Resident memory of processes, from Linux's /proc; other systems give none. */
import { readFile } from 'node:fs/promises';

/** Bytes; every Linux that Chromium runs on has pages of this size, apart from some ARM kernels. */
const PAGE = 4096;

/**
 * The sum in bytes; undefined when none of them can be read. Memory that processes share counts once for each.
 * @param {readonly number[]} pids
 * @returns {Promise<number | undefined>}
 */
export async function residentMemory(pids, read = readFile) {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      // A process may have ended meanwhile.
      const text = await read(`/proc/${pid}/statm`, 'utf8').catch(() => '');
      return Number(text.split(' ')[1] ?? Number.NaN) * PAGE;
    }),
  );
  const known = sizes.filter((bytes) => bytes > 0);
  return known.length === 0 ? undefined : known.reduce((sum, bytes) => sum + bytes, 0);
}
