/**
 * The published contract of storages (`ostro/storage-contract`): the folder passes the checks of its functions, a storage in memory with leases
 * passes them, and the same storage with a planted fault fails those that are about it. Wallets in storages are checked by
 * tests/long/parity/storage-contract.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import nodeFs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { storageChecks } from '../../src/library/storage-contract/file-checks.ts';
import type { StorageTrial } from '../../src/library/storage-trial.ts';
import type { StoredWallet, WalletStorage } from '../../src/library/types.ts';
import { openFolder } from '../../src/server/files/folder.ts';
import { endLock } from '../support/end-lock.mjs';

const LIMIT_MS = 1500;

describe('the folder', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-contract-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  let full = false;
  const noRoom = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
  /** A disk that has room for a part of what is written. */
  const fs: typeof nodeFs = {
    ...nodeFs,
    open: async (...given: Parameters<typeof nodeFs.open>) => {
      const file = await nodeFs.open(...given);
      const write = file.write.bind(file);
      const writeFile = file.writeFile.bind(file);
      file.write = (async (data: Uint8Array, from: number, size: number, at: number) => {
        if (!full) return write(data, from, size, at);
        await write(data, from, size >> 1, at);
        return noRoom();
      }) as typeof file.write;
      file.writeFile = (...args) => (full ? noRoom() : writeFile(...args));
      return file;
    },
  };
  const checks = storageChecks({
    open: () => openFolder(dir, { fs, beatMs: 50 }),
    expire: (name) => endLock(join(dir, `${name}.lock`)),
    full: (is) => {
      full = is;
    },
    limitMs: LIMIT_MS,
  });
  it.each([...checks])('passes: $title', ({ run }) => run());
});

interface Lease {
  holder: object;
  ended: boolean;
}
interface Place {
  readonly wallets: Map<string, StoredWallet>;
  readonly leases: Map<string, Lease>;
  full: boolean;
  silent: boolean;
}
type Fault =
  | 'does not fence'
  | 'frees the lease of another program'
  | 'gives a wallet to two programs'
  | 'tears a write'
  | 'stores a part when there is no room'
  | 'keeps what was behind an append'
  | 'ignores the offset of an append'
  | 'keeps the version'
  | 'keeps the copy of a changed wallet'
  | 'does not report a lost lease'
  | 'never ends an append'
  | 'waits for ever for a place that does not answer';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const forever = (): Promise<never> => new Promise(() => undefined);
let versions = 0;

/** One program of a place in memory. */
const openMemory = (place: Place, fault?: Fault): WalletStorage => {
  const me = {};
  const { wallets, leases } = place;
  const mine = (name: string): boolean => leases.get(name)?.holder === me;
  const answers = async (): Promise<void> => {
    await turn();
    if (!place.silent) return;
    if (fault === 'waits for ever for a place that does not answer') await forever();
    throw new Error('ETIMEDOUT: no answer');
  };
  const owns = async (name: string): Promise<void> => {
    await answers();
    if (!mine(name) && fault !== 'does not fence')
      throw new Error('ELOCKLOST: another program has the wallet');
  };
  const put = (name: string, files: Partial<StoredWallet>): void => {
    const before = wallets.get(name);
    const copy = fault === 'keeps the copy of a changed wallet' ? before?.copy : undefined;
    const version = fault === 'keeps the version' ? '1' : String(++versions);
    wallets.set(name, { ...before, ...files, version, copy });
  };
  const halfOf = (bytes: Uint8Array | undefined): Uint8Array | undefined =>
    bytes?.slice(0, bytes.length >> 1);
  return {
    list: () => Promise.resolve([...wallets.keys()]),
    read: async (name, known) => {
      await answers();
      const found = wallets.get(name) ?? { version: 'none' };
      return found.version === known ? undefined : found;
    },
    write: async (name, { cache, keys }) => {
      await owns(name);
      const files = { ...(cache && { cache }), ...(keys && { keys }) };
      if (place.full) {
        if (fault === 'stores a part when there is no room') put(name, { cache: halfOf(cache) });
        throw new Error('ENOSPC: no room');
      }
      if (fault === 'tears a write') {
        put(name, { ...files, cache: halfOf(cache) });
        await turn();
        await turn();
      }
      put(name, files);
    },
    append: async (name, at, bytes) => {
      if (fault === 'never ends an append') await forever();
      await owns(name);
      const { cache = new Uint8Array() } = wallets.get(name) ?? {};
      if (place.full) throw new Error('ENOSPC: no room');
      if (at > cache.length) throw new Error('ECHANGED: the file is shorter');
      const from = fault === 'ignores the offset of an append' ? cache.length : at;
      const end = from + bytes.length;
      const kept = fault === 'keeps what was behind an append' ? Math.max(end, cache.length) : end;
      const longer = new Uint8Array(kept);
      longer.set(cache.subarray(0, fault === 'keeps what was behind an append' ? cache.length : from));
      longer.set(bytes, from);
      put(name, { cache: longer });
    },
    remove: async (name) => {
      await owns(name);
      wallets.delete(name);
    },
    claim: async (name, onLost) => {
      await answers();
      const held = leases.get(name);
      if (held && !held.ended && fault !== 'gives a wallet to two programs') return false;
      leases.set(name, { holder: me, ended: false });
      const watch = setInterval(() => {
        if (leases.get(name)?.holder === me) return;
        clearInterval(watch);
        if (leases.has(name) && fault !== 'does not report a lost lease') onLost?.();
      }, 10);
      watch.unref();
      return true;
    },
    confirm: owns,
    release: (name) => {
      if (mine(name) || fault === 'frees the lease of another program') leases.delete(name);
      return Promise.resolve();
    },
    remember: async (name, copy) => {
      await owns(name);
      const found = wallets.get(name);
      if (found) wallets.set(name, { ...found, copy });
    },
  };
};
const memoryTrial = (fault?: Fault): StorageTrial => {
  const place: Place = { wallets: new Map(), leases: new Map(), full: false, silent: false };
  return {
    open: () => openMemory(place, fault),
    expire: (name) => {
      place.leases.get(name)!.ended = true;
    },
    full: (is) => {
      place.full = is;
    },
    silent: (is) => {
      place.silent = is;
    },
    limitMs: 300,
  };
};

describe('a storage with leases in memory', () => {
  it.each([...storageChecks(memoryTrial())])('passes: $title', ({ run }) => run());
  it.each([
    ['does not fence', 'a program whose claim has ended writes nothing', /must reject/],
    ['frees the lease of another program', 'a wallet has one program at a time', /cannot release it/],
    ['gives a wallet to two programs', 'a wallet has one program at a time', /cannot be claimed/],
    [
      'tears a write',
      'a file is replaced whole or not at all, at each moment',
      /the old file or the new one/,
    ],
    ['stores a part when there is no room', 'a write without room changes nothing', /cache that was written/],
    ['keeps what was behind an append', 'an append writes at its offset, and drops what was behind', /cache/],
    ['ignores the offset of an append', 'an append writes at its offset, and drops what was behind', /cache/],
    ['keeps the version', 'what was written is there for another program', /known one|version/],
    [
      'keeps the copy of a changed wallet',
      'a copy is remembered until the wallet changes',
      /remembered copy/,
    ],
    ['does not report a lost lease', 'a program hears that it lost the wallet', /onLost is called/],
    [
      'never ends an append',
      'an append writes at its offset, and drops what was behind',
      /did not end in 300 ms/,
    ],
    [
      'waits for ever for a place that does not answer',
      'a call ends when the place does not answer',
      /did not end in 300 ms/,
    ],
  ] as const)('fails when it %s', async (fault, title, says) => {
    const { run } = storageChecks(memoryTrial(fault)).find((check) => check.title === title)!;
    await expect(run()).rejects.toThrow(says);
  });
});
