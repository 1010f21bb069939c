/** Wallets that live in a folder outside the browser: what is written when, and that the files alone are enough. */
import { beforeEach, describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import type { OutsideFiles, OutsideFolder } from '../../../src/ports/outside-folder.ts';
import type { WalletFiles } from '../../../src/ports/wallet-files.ts';
import { createMemoryWalletFiles } from '../../../src/store/memory.ts';
import { createOutsideWallets } from '../../../src/store/outside.ts';

const QUICK = { memoryKib: 64, passes: 1, lanes: 1 };

/** A folder in memory; `full` refuses every write. */
const createFolder = (): OutsideFolder & {
  readonly files: Map<string, OutsideFiles>;
  readonly claimed: Set<string>;
  full: boolean;
} => {
  const claimed = new Set<string>();
  const files = new Map<string, OutsideFiles>();
  const folder = {
    files,
    claimed,
    full: false,
    claim: (name: string) => Promise.resolve(!claimed.has(name) && claimed.add(name).has(name)),
    release: (name: string) => {
      claimed.delete(name);
      return Promise.resolve();
    },
    list: () => Promise.resolve([...files.keys()]),
    read: (name: string) => Promise.resolve(files.get(name) ?? {}),
    write: (name: string, given: Required<OutsideFiles>) => {
      if (folder.full) return Promise.reject(new Error('ENOSPC'));
      files.set(name, given);
      return Promise.resolve();
    },
    remove: (name: string) => {
      files.delete(name);
      return Promise.resolve();
    },
  };
  return folder;
};

/** `due()`: the time of the autosave has come. */
const createTimer = () => {
  let ring: (() => void) | undefined;
  return {
    due: async (): Promise<void> => {
      ring?.();
      ring = undefined;
      await new Promise((resolve) => setTimeout(resolve, 50));
    },
    sleep: (_ms: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        ring = resolve;
        signal?.addEventListener('abort', () => reject(new Error('stopped')));
      }),
  };
};

let folder: ReturnType<typeof createFolder>;
let timer: ReturnType<typeof createTimer>;
const wallets = (options: { only?: string; configured?: boolean } = {}): WalletFiles =>
  createOutsideWallets({
    // A browser whose storage is empty, each time.
    inner: createMemoryWalletFiles({ kdf: QUICK }),
    memory: createMemoryWalletFiles({ kdf: QUICK }),
    folder: options.configured === false ? undefined : folder,
    ...(options.only !== undefined && { only: options.only }),
    clock: timer,
  });
const make = async (
  files: WalletFiles,
  name: string,
): Promise<Awaited<ReturnType<WalletFiles['create']>>> => {
  const file = await files.create(name, 'pw');
  await file.append(utf8('keys'));
  return file;
};
const contents = async (files: WalletFiles, name: string, password: string): Promise<unknown> => {
  const file = await files.open(name, password);
  const { snapshot, entries } = await file.load();
  await file.close();
  return [snapshot, ...entries].map((each) => each && new TextDecoder().decode(each));
};
beforeEach(() => {
  folder = createFolder();
  timer = createTimer();
});

describe('a wallet with its home in a folder', () => {
  it('has its files as soon as it has keys, and opens from them alone', async () => {
    const file = await make(wallets(), 'a');
    expect(folder.files.has('a')).toBe(true);
    await file.append(utf8('more'));
    await file.close();
    expect(await contents(wallets(), 'a', 'pw')).toEqual([undefined, 'keys', 'more']);
    await expect(wallets().open('a', 'wrong')).rejects.toMatchObject({ code: 'wrong_password' });
  });

  it('opens from its keys when the rest is gone or damaged', async () => {
    const file = await make(wallets(), 'a');
    await file.append(utf8('more'));
    await file.close();
    const { keys, cache } = folder.files.get('a')!;
    folder.files.set('a', { keys });
    expect(await contents(wallets(), 'a', 'pw')).toEqual([undefined, 'keys']);
    folder.files.set('a', { keys, cache: cache!.slice(0, -1) });
    expect(await contents(wallets(), 'a', 'pw')).toEqual([undefined, 'keys']);
    folder.files.set('a', { keys: cache!.slice(0, -1), cache: cache!.slice(0, -1) });
    await expect(wallets().open('a', 'pw')).rejects.toMatchObject({ code: 'file_damaged' });
  });

  it('opens with the new password only, from either file', async () => {
    const file = await make(wallets(), 'a');
    await file.changePassword('pw', 'new');
    await file.close();
    const { keys, cache } = folder.files.get('a')!;
    for (const found of [{ keys, cache }, { keys }, { cache }]) {
      folder.files.set('a', found);
      await expect(wallets().open('a', 'pw')).rejects.toMatchObject({ code: 'wrong_password' });
      expect(await contents(wallets(), 'a', 'new')).toContain('keys');
    }
  });

  it('is written again by storing, when somebody took a file away meanwhile', async () => {
    const file = await make(wallets(), 'a');
    folder.files.delete('a');
    await file.compact(utf8('all'));
    await file.close();
    expect(await contents(wallets(), 'a', 'pw')).toEqual(['all']);
  });

  it('is written a while after a change, and then not again on close', async () => {
    const file = await make(wallets(), 'a');
    const { cache } = folder.files.get('a')!;
    await file.append(utf8('more'));
    expect(folder.files.get('a')!.cache).toBe(cache);
    await timer.due();
    const saved = folder.files.get('a')!.cache;
    expect(saved).not.toBe(cache);
    await file.close();
    expect(folder.files.get('a')!.cache).toBe(saved);
  });

  it('says when the disk refuses, and is written as soon as it does not', async () => {
    const file = await make(wallets(), 'a');
    folder.full = true;
    await file.append(utf8('more'));
    await timer.due();
    await expect(file.compact(utf8('all'))).rejects.toMatchObject({ code: 'storage_unavailable' });
    folder.full = false;
    await file.close();
    expect(await contents(wallets(), 'a', 'pw')).toEqual(['all']);
  });

  it('is left as it is by who closes without saving', async () => {
    const file = await make(wallets(), 'a');
    await file.append(utf8('more'));
    await file.close({ save: false });
    expect(await contents(wallets(), 'a', 'pw')).toEqual([undefined, 'keys']);
    expect(folder.claimed.size).toBe(0);
  });

  it('keeps nothing of before in either file when all of it is to go', async () => {
    const file = await make(wallets(), 'a');
    await file.compact(utf8('all'), { everywhere: true });
    await file.close();
    const { keys } = folder.files.get('a')!;
    folder.files.set('a', { keys });
    expect(await contents(wallets(), 'a', 'pw')).toEqual(['all']);
  });

  it('is removed by its password, from a browser that never saw it too', async () => {
    await (await make(wallets(), 'a')).close();
    await expect(wallets().remove('a', 'wrong')).rejects.toMatchObject({ code: 'wrong_password' });
    expect(folder.files.has('a')).toBe(true);
    await wallets().remove('a', 'pw');
    expect(folder.files.has('a')).toBe(false);
    await expect(wallets().remove('a', 'pw')).rejects.toMatchObject({ code: 'wallet_not_found' });
  });

  it('is opened by one program at a time, and let go of however opening ends', async () => {
    const file = await make(wallets(), 'a');
    await expect(wallets().open('a', 'pw')).rejects.toMatchObject({ code: 'wallet_open_elsewhere' });
    await file.close();
    await expect(wallets().open('a', 'wrong')).rejects.toMatchObject({ code: 'wrong_password' });
    expect(folder.claimed.size).toBe(0);
  });

  it('is what the folder says, whatever the browser still holds', async () => {
    const files = wallets();
    await (await make(files, 'a')).close();
    await expect(files.create('a', 'pw')).rejects.toMatchObject({ code: 'wallet_exists' });
    expect((await files.list()).map(({ name }) => name)).toEqual(['a']);
    folder.files.clear();
    expect(await files.list()).toEqual([]);
    await expect(files.open('a', 'pw')).rejects.toMatchObject({ code: 'wallet_not_found' });
    await (await make(files, 'a')).close();
    await files.remove('a', 'pw');
    expect(folder.files.size).toBe(0);
  });
});

describe('a folder that is not there, or for one wallet', () => {
  it('makes and opens nothing', async () => {
    const files = wallets({ configured: false });
    await expect(files.create('a', '')).rejects.toMatchObject({ code: 'no_wallet_dir' });
    await expect(files.open('a', '')).rejects.toMatchObject({ code: 'no_wallet_dir' });
    expect(await files.list()).toEqual([]);
  });
  it('opens that one only', async () => {
    await (await make(wallets(), 'a')).close();
    const files = wallets({ only: 'a' });
    expect(await contents(files, 'a', 'pw')).toEqual([undefined, 'keys']);
    await expect(files.create('b', '')).rejects.toMatchObject({ code: 'no_wallet_dir' });
  });
});

it('a wallet without a name is in memory only, and gone when the next one comes', async () => {
  const files = wallets();
  const file = await make(files, '');
  expect(file.name).toBe('');
  await file.close();
  expect(folder.files.size).toBe(0);
  await expect(files.open('', 'pw')).rejects.toMatchObject({ code: 'wallet_not_found' });
  // The next one is made before this one is closed.
  const [one, two] = [await make(files, ''), await make(files, '')];
  await one.close();
  expect((await two.load()).entries).toHaveLength(1);
  await two.close();
});
