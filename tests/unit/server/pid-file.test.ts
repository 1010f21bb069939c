/** --pidfile: never another file, never that of a running process. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removePidFile, writePidFile } from '../../../src/server/background.ts';

let dir: string;
let file: string;
const listeners = process.listeners('exit');
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ostro-pid-'));
  file = join(dir, 'pid');
});
afterEach(() => {
  for (const each of process.listeners('exit')) if (!listeners.includes(each)) process.off('exit', each);
  rmSync(dir, { recursive: true, force: true });
});
const text = (): string => readFileSync(file, 'utf8');

// threat: server-host
describe('the file of --pidfile', () => {
  it("has this process's id, for its owner alone, until the process ends", () => {
    const umask = process.umask(0);
    writePidFile(file);
    process.umask(umask);
    expect(text()).toBe(`${process.pid}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    removePidFile(file);
    expect(existsSync(file)).toBe(false);
  });
  it('is replaced when its process has ended, or its id is ours in another container', () => {
    for (const old of [`${spawnSync('true').pid}\n`, String(process.pid), '']) {
      writeFileSync(file, old);
      writePidFile(file);
      expect(text()).toBe(`${process.pid}\n`);
    }
  });
  it('that is a link is refused, wherever it leads, and what it names stays', () => {
    writeFileSync(join(dir, 'wallet'), 'all');
    for (const target of ['wallet', 'none']) {
      symlinkSync(join(dir, target), file);
      expect(() => writePidFile(file)).toThrow(/--pidfile .*this is a link/);
      removePidFile(file);
      rmSync(file);
    }
    expect(readFileSync(join(dir, 'wallet'), 'utf8')).toBe('all');
    expect(existsSync(join(dir, 'none'))).toBe(false);
  });
  it.each([
    [`${process.ppid}\n`, 'is running'],
    ['localhost', 'something else than the id'],
    ['-1', 'something else than the id'],
  ])('with %j is refused and stays', (content, why) => {
    writeFileSync(file, content);
    expect(() => writePidFile(file)).toThrow(why);
    removePidFile(file);
    expect(text()).toBe(content);
  });
  it('in a missing folder, or that is a folder, is refused in one line', () => {
    expect(() => writePidFile(join(dir, 'none', 'pid'))).toThrow(/^--pidfile .*ENOENT/);
    expect(() => writePidFile(dir)).toThrow('this is no file');
  });
});
