/** --log-file: a copy of the log that is renamed at its limit. */
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLogFile } from '../../../src/server/log-file.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'ostro-log-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('the log file', () => {
  it("gets lines at its end, also after another start, and is its owner's alone", () => {
    const options = { file: join(dir, 'log'), maxSize: 0, maxFiles: 0 };
    openLogFile(options)('one');
    openLogFile(options)('two');
    expect(readFileSync(options.file, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(options.file).mode & 0o777).toBe(0o600);
  });
  it('is renamed when it is full; as many files as wanted stay, with the current one', () => {
    let seconds = 0;
    const now = (): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, ++seconds));
    const write = openLogFile({ file: join(dir, 'log'), maxSize: 10, maxFiles: 2 }, now);
    for (let i = 0; i < 9; i++) write(`line ${i}`);
    const files = readdirSync(dir).toSorted();
    expect(files.map((name) => readFileSync(join(dir, name), 'utf8'))).toEqual([
      'line 8\n',
      'line 6\nline 7\n',
    ]);
  });
  it('removes renamed files of its own alone', () => {
    const others = [
      'log-main',
      'log-2020',
      'log-2020-01-01T00-00-00-000Z.keys',
      'my-log-2020-01-01T00-00-00-000Z',
    ];
    for (const name of others) writeFileSync(join(dir, name), 'a wallet');
    const write = openLogFile({ file: join(dir, 'log'), maxSize: 1, maxFiles: 1 });
    for (let i = 0; i < 5; i++) write(`line ${i}`);
    expect(readdirSync(dir).toSorted()).toEqual(['log', ...others].toSorted());
  });
  it('that cannot be made refuses the start', () => {
    const options = { file: join(dir, 'none', 'log'), maxSize: 0, maxFiles: 0 };
    expect(() => openLogFile(options)).toThrow('ENOENT');
  });
  it('that cannot be renamed grows, and no other open file is closed for it', () => {
    const folder = join(dir, 'logs');
    mkdirSync(folder);
    const write = openLogFile({ file: join(folder, 'log'), maxSize: 1, maxFiles: 0 });
    write('one');
    renameSync(folder, join(dir, 'moved'));
    write('two');
    const other = openSync(join(dir, 'other'), 'w');
    write('three');
    writeSync(other, 'a wallet');
    closeSync(other);
    expect(readFileSync(join(dir, 'other'), 'utf8')).toBe('a wallet');
    expect(readFileSync(join(dir, 'moved', 'log'), 'utf8')).toBe('one\ntwo\nthree\n');
  });
  it('is made anew when it is full and another program has moved it', () => {
    const file = join(dir, 'log');
    const write = openLogFile({ file, maxSize: 1, maxFiles: 0 });
    write('one');
    renameSync(file, join(dir, 'moved'));
    write('two');
    expect(readFileSync(file, 'utf8')).toBe('two\n');
  });
});
