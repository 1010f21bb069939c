import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../../../../scripts/tools/setup/lock.mjs';

const newLock = (): string => join(mkdtempSync(join(tmpdir(), 'ostro-lock-')), 'lock');

describe('the lock between processes', () => {
  it('admits one process at a time, and reports who waits', async () => {
    const lock = newLock();
    const seen: string[] = [];
    let release!: () => void;
    const secondCame = new Promise<void>((resolve) => (release = resolve));
    const first = withLock(lock, async () => {
      seen.push('a in');
      await secondCame;
      seen.push('a out');
    });
    const come = (what: string): void => {
      seen.push(what);
      release();
    };
    const second = withLock(
      lock,
      () => {
        come('b in');
        return Promise.resolve();
      },
      () => come('b waits'),
    );
    await Promise.all([first, second]);
    expect(seen).toEqual(['a in', 'b waits', 'a out', 'b in']);
  });

  it('is free again after a failure', async () => {
    const lock = newLock();
    await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLock(lock, () => Promise.resolve(1))).toBe(1);
  });

  it('is taken over from a process that died', async () => {
    const lock = newLock();
    mkdirSync(lock);
    writeFileSync(join(lock, 'owner'), '999999999');
    expect(await withLock(lock, () => Promise.resolve(1))).toBe(1);
  });
});
