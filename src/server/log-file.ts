/**
 * The file of --log-file, beside the standard output. When it has --max-log-file-size bytes it is renamed to FILE-TIME, and with
 * it the newest --max-log-files stay. Upstream: mlog_configure in contrib/epee/src/mlog.cpp.
 */
import { closeSync, fstatSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './errors.mjs';

export interface LogFileOptions {
  readonly file: string;
  /** Bytes; 0: without end. */
  readonly maxSize: number;
  /** 0: all stay. */
  readonly maxFiles: number;
}

/** A time as `renew` writes it: no other file of the folder is removed. */
const TIME = /^-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const isOld = (name: string, file: string) => name.startsWith(file) && TIME.test(name.slice(file.length));

/** Renames a file. Does nothing if it does not exist: another program may have moved it. */
const moveAway = (file: string, to: string) => {
  try {
    renameSync(file, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
};

/**
 * Throws when the file cannot be written at the start. Later, a full disk loses lines and no call, and a file that cannot be
 * renamed grows.
 */
export function openLogFile(
  { file, maxSize, maxFiles }: LogFileOptions,
  now: () => Date = () => new Date(),
): (line: string) => void {
  const open = () => openSync(file, 'a', 0o600);
  let handle = open();
  let size = fstatSync(handle).size;
  const renew = () => {
    moveAway(file, `${file}-${now().toISOString().replace(/[:.]/g, '-')}`);
    const full = handle;
    // Closed only when the new file is there: the number of a closed file soon belongs to another file.
    handle = open();
    closeSync(full);
    size = 0;
    const olds = readdirSync(dirname(file)).filter((name) => isOld(name, basename(file)));
    const surplus = maxFiles > 0 ? olds.toSorted().slice(0, Math.max(0, olds.length - maxFiles + 1)) : [];
    for (const name of surplus) rmSync(join(dirname(file), name), { force: true });
  };
  const attempt = (work: () => void) => {
    try {
      work();
    } catch {
      // A full disk must not end the server.
    }
  };
  return (line) => {
    if (maxSize > 0 && size >= maxSize) attempt(renew);
    attempt(() => (size += writeSync(handle, `${line}\n`)));
  };
}
