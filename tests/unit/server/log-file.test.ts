/** --log-file: a copy of the log that is renamed at its limit. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  it('that cannot be made refuses the start; one that cannot be renamed loses lines and throws nothing', () => {
    const options = { file: join(dir, 'none', 'log'), maxSize: 0, maxFiles: 0 };
    expect(() => openLogFile(options)).toThrow('ENOENT');
    const write = openLogFile({ file: join(dir, 'log'), maxSize: 1, maxFiles: 0 });
    write('one');
    rmSync(dir, { recursive: true });
    expect(() => write('two')).not.toThrow();
  });
});
