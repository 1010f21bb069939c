/** The file with the random login of a server: each server removes its own alone. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeLogin } from '../../../src/server/login-file.ts';

let dir: string;
const before = process.listeners('exit');
const added = () => process.listeners('exit').filter((each) => !before.includes(each));
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ostro-login-'));
});
afterEach(() => {
  for (const each of added()) process.off('exit', each);
  rmSync(dir, { recursive: true, force: true });
});

it('is for the owner alone, and goes with its process, but not with another that had the port before', () => {
  const file = writeLogin({ username: 'monero', password: 'first' }, 18083, dir);
  expect(writeLogin({ username: 'monero', password: 'second' }, 18083, dir)).toBe(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [endFirst, endSecond] = added();
  endFirst!(0);
  expect(readFileSync(file, 'utf8')).toBe('monero:second');
  endSecond!(0);
  expect(existsSync(file)).toBe(false);
});
