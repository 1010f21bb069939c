/**
 * The file of --log-file, beside the standard output. When it has --max-log-file-size bytes it is renamed to FILE-TIME, and with
 * it the newest --max-log-files stay. Upstream: mlog_configure in contrib/epee/src/mlog.cpp.
 */
import { closeSync, fstatSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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

/** Throws when the file cannot be written at the start; later, a full disk loses lines and no call. */
export function openLogFile(
  { file, maxSize, maxFiles }: LogFileOptions,
  now: () => Date = () => new Date(),
): (line: string) => void {
  const open = () => openSync(file, 'a', 0o600);
  let handle = open();
  let size = fstatSync(handle).size;
  const renew = () => {
    closeSync(handle);
    renameSync(file, `${file}-${now().toISOString().replace(/[:.]/g, '-')}`);
    handle = open();
    size = 0;
    const olds = readdirSync(dirname(file)).filter((name) => isOld(name, basename(file)));
    const surplus = maxFiles > 0 ? olds.toSorted().slice(0, Math.max(0, olds.length - maxFiles + 1)) : [];
    for (const name of surplus) rmSync(join(dirname(file), name), { force: true });
  };
  return (line) => {
    try {
      if (maxSize > 0 && size >= maxSize) renew();
      size += writeSync(handle, `${line}\n`);
    } catch {
      // A full disk must not end the server.
    }
  };
}
