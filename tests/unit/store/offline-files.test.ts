import { describe, expect, it } from 'vitest';
import { fault } from '../../../src/store/faults.ts';
import { createMemoryWalletFiles } from '../../../src/store/memory.ts';
import { createOfflineWalletFiles } from '../../../src/store/offline-files.ts';

/** Wallet files whose list fails with this error. */
const failing = (error: Error) => ({ ...createMemoryWalletFiles(), list: () => Promise.reject(error) });

describe('the wallet files of the offline edition', () => {
  it('are those that the browser stores, where it stores any', async () => {
    const stored = createMemoryWalletFiles();
    const { files, inMemory } = await createOfflineWalletFiles({ stored: () => stored });
    expect([files, inMemory]).toEqual([stored, false]);
    expect(await files.storageHealth()).not.toHaveProperty('inMemory');
  });
  it.each([
    ['has no database', () => failing(fault('storage_unavailable', { why: 'blocked' }))],
    ['refuses locks', () => failing(new DOMException('denied', 'SecurityError'))],
    [
      'refuses channels',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
  ])('are in memory where the browser %s, and say so', async (_what, stored) => {
    const { files, inMemory } = await createOfflineWalletFiles({ stored });
    expect(inMemory).toBe(true);
    expect(await files.list()).toEqual([]);
    expect(await files.storageHealth()).toMatchObject({ inMemory: true, vanished: [] });
  });
  it('are not replaced where there are wallets that this version cannot read', async () => {
    const newer = failing(fault('file_too_new', { version: 9, known: 1 }));
    const { files, inMemory } = await createOfflineWalletFiles({ stored: () => newer });
    expect([files, inMemory]).toEqual([newer, false]);
  });
});
