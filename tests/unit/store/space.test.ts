import { describe, expect, it } from 'vitest';
import { isSpaceShort, type SpaceSource } from '../../../src/store/space.ts';

const MB = 1_000_000;
/** A browser that reports `quota` and has room for `room` bytes; `refuse` is what a file without room does. */
const browser = (quota: number, room: number, refuse: () => void = () => undefined) => {
  const files = new Set<string>();
  let size = 0;
  const file = {
    truncate: (bytes: number) => {
      if (bytes <= room) size = bytes;
      else refuse();
    },
    getSize: () => size,
    close: () => undefined,
  };
  const storage: SpaceSource = {
    estimate: () => Promise.resolve({ usage: 4 * MB, quota }),
    getDirectory: () =>
      Promise.resolve({
        getFileHandle: (name) => {
          files.add(name);
          return Promise.resolve({ createSyncAccessHandle: () => Promise.resolve(file) });
        },
        removeEntry: (name) => {
          files.delete(name);
          return Promise.resolve();
        },
      }),
  };
  return { storage, files, size: () => size };
};
const full = () => {
  throw new DOMException('', 'QuotaExceededError');
};

describe('little space', () => {
  it('is reported below 20 MB of what the browser allows', async () => {
    expect(await isSpaceShort(browser(24 * MB, 100 * MB).storage)).toBe(false);
    expect(await isSpaceShort(browser(24 * MB - 1, 100 * MB).storage)).toBe(true);
  });
  it('is noticed by trying where the browser says that it allows much', async () => {
    expect(await isSpaceShort(browser(10_000 * MB, 19 * MB).storage)).toBe(true);
    expect(await isSpaceShort(browser(10_000 * MB, 19 * MB, full).storage)).toBe(true);
  });
  it('is not reported when the trial fails for another reason', async () => {
    const other = () => {
      throw new DOMException('', 'InvalidStateError');
    };
    expect(await isSpaceShort(browser(10_000 * MB, 19 * MB, other).storage)).toBe(false);
    const refused = { getDirectory: () => Promise.reject(new DOMException('', 'SecurityError')) };
    expect(await isSpaceShort(refused)).toBe(false);
    expect(await isSpaceShort({})).toBe(false);
    expect(await isSpaceShort(undefined)).toBe(false);
  });
  it('leaves no file after the trial', async () => {
    for (const { storage, files, size } of [browser(10_000 * MB, 19 * MB, full), browser(0, 100 * MB)]) {
      await isSpaceShort(storage);
      expect([...files]).toEqual([]);
      expect(size()).toBe(0);
    }
  });
});
