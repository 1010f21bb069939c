/** Wallets in a folder outside the browser: each commit is on its disk before it is answered, and its files are enough. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import type { WalletFile, WalletFiles } from '../../../src/ports/wallet-files.ts';
import { readWalletFile } from '../../../src/store/file-format.ts';
import { openFolder } from '../../../src/server/files/folder.ts';
import { createMemoryWalletFiles } from '../../../src/store/memory.ts';
import { createNamedFiles } from '../../../src/store/named-files.ts';
import {
  contents,
  createFolderWorld,
  forgetLock,
  QUICK,
  texts,
  walletsIn,
  type FolderWorld,
} from './folder-world.ts';

let world: FolderWorld;
const make = (files: WalletFiles, name: string): Promise<WalletFile> =>
  files.create(name, 'pw', utf8('keys'));
beforeEach(() => (world = createFolderWorld()));
afterEach(() => world.dispose());

describe('a wallet whose files are in a folder', () => {
  it('has its files when it is created, and opens from them alone', async () => {
    const file = await make(world.program(), 'a');
    expect(readdirSync(world.dir).sort()).toEqual(['a', 'a.keys', 'a.lock']);
    await file.append(utf8('more'));
    await file.close();
    expect(readdirSync(world.dir).sort()).toEqual(['a', 'a.keys']);
    expect(await contents(world.program(), 'a', 'pw')).toEqual(['keys', 'more']);
    await expect(world.program().open('a', 'wrong')).rejects.toMatchObject({ code: 'wrong_password' });
  });

  it('has each commit on the disk when it is answered, so a killed program loses none', async () => {
    await make(world.program(), 'a');
    forgetLock(world, 'a');
    const answered = ['keys'];
    for (const text of ['one', 'two', 'three']) {
      const file = await world.program().open('a', 'pw');
      expect(await texts(file)).toEqual(answered);
      await file.append(utf8(text));
      answered.push(text);
      forgetLock(world, 'a');
    }
    expect(await contents(world.program(), 'a', 'pw')).toEqual(answered);
  });

  it('opens from its keys file when the other file is missing or damaged, and keeps the damaged file', async () => {
    const file = await make(world.program(), 'a');
    await file.append(utf8('more'));
    await file.close();
    const [cache, keys] = [world.read('a'), world.read('a.keys')];
    rmSync(world.at('a'));
    expect(await contents(world.program(), 'a', 'pw')).toEqual(['keys']);
    const damaged = cache.map((byte, i) => (i === 100 ? byte ^ 1 : byte));
    world.put('a', damaged);
    const again = await world.program().open('a', 'pw');
    expect(await texts(again)).toEqual(['keys']);
    await again.append(utf8('anew'));
    await again.close();
    expect(world.read('a.damaged')).toEqual(damaged);
    expect(await contents(world.program(), 'a', 'pw')).toEqual(['keys', 'anew']);
    world.put('a', damaged);
    world.put('a.keys', keys.slice(0, -1));
    await expect(world.program().open('a', 'pw')).rejects.toMatchObject({ code: 'file_damaged' });
  });

  it('takes no passkey, since its files go to other devices', async () => {
    const file = await make(world.program(), 'a');
    const before = world.read('a');
    const passkey = { credential: new Uint8Array(8), salt: new Uint8Array(32) };
    const secret = { output: new Uint8Array(32), pin: '' };
    await expect(file.addPasskey('pw', passkey, secret)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    await file.close();
    expect(world.read('a').subarray(0, before.length)).toEqual(before);
    await expect(world.program().open('a', secret)).rejects.toMatchObject({ code: 'no_passkey' });
  });

  it('opens only with the new password from either file', async () => {
    const file = await make(world.program(), 'a');
    await file.append(utf8('more'));
    await file.changePassword('pw', 'new');
    await file.close();
    const [cache, keys] = [world.read('a'), world.read('a.keys')];
    for (const found of [{ keys, cache }, { keys }, { cache }] as {
      keys?: Uint8Array;
      cache?: Uint8Array;
    }[]) {
      for (const name of ['a', 'a.keys']) rmSync(world.at(name), { force: true });
      if (found.cache) world.put('a', found.cache);
      if (found.keys) world.put('a.keys', found.keys);
      await expect(world.program().open('a', 'pw')).rejects.toMatchObject({ code: 'wrong_password' });
      expect(await contents(world.program(), 'a', 'new')).toContain('keys');
    }
  });

  it('fails with folder_changed after a file was removed, until store writes it again', async () => {
    const file = await make(world.program(), 'a');
    for (const name of ['a', 'a.keys']) rmSync(world.at(name));
    await expect(file.append(utf8('more'))).rejects.toMatchObject({ code: 'folder_changed' });
    await file.compact(utf8('all'));
    await file.append(utf8('more'));
    await file.close();
    expect(await contents(world.program(), 'a', 'pw')).toEqual(['all', 'more']);
    rmSync(world.at('a'));
    expect(await contents(world.program(), 'a', 'pw')).toEqual(['all']);
  });

  it('does not overwrite what another program wrote in its place', async () => {
    const file = await make(world.program(), 'a');
    const before = world.read('a');
    await file.append(utf8('more'));
    world.put('a', before);
    await expect(file.append(utf8('again'))).rejects.toMatchObject({ code: 'folder_changed' });
    await expect(file.changePassword('pw', 'new')).rejects.toMatchObject({ code: 'folder_changed' });
    expect(world.read('a')).toEqual(before);
    await file.close();
    expect(await contents(world.program(), 'a', 'pw')).toEqual(['keys']);
  });

  it('keeps no old record in either file when everything is to be removed', async () => {
    const file = await make(world.program(), 'a');
    const key = world.read('a').length;
    await file.append(utf8('secret'));
    const [old] = [world.read('a')];
    expect(old.length).toBeGreaterThan(key);
    await file.compact(utf8('all'), { everywhere: true });
    await file.close();
    const { records } = await readWalletFile(world.read('a'), '');
    expect(records.map(({ kind, sequence }) => [kind, sequence])).toEqual([['snapshot', 3]]);
    rmSync(world.at('a'));
    expect(await contents(world.program(), 'a', 'pw')).toEqual(['all']);
  });

  it('is removed with its password', async () => {
    await (await make(world.program(), 'a')).close();
    await expect(world.program().remove('a', 'wrong')).rejects.toMatchObject({ code: 'wrong_password' });
    expect(existsSync(world.at('a'))).toBe(true);
    await world.program().remove('a', 'pw');
    expect(readdirSync(world.dir)).toEqual([]);
    await expect(world.program().remove('a', 'pw')).rejects.toMatchObject({ code: 'wallet_not_found' });
  });

  it('is opened by one program at a time, and released also when opening fails', async () => {
    const files = world.program();
    const file = await make(files, 'a');
    await expect(files.open('a', 'pw')).rejects.toMatchObject({ code: 'wallet_open_elsewhere' });
    await expect(world.program().open('a', 'pw')).rejects.toMatchObject({ code: 'wallet_open_elsewhere' });
    await file.close();
    await expect(world.program().open('a', 'wrong')).rejects.toMatchObject({ code: 'wrong_password' });
    expect(existsSync(world.at('a.lock'))).toBe(false);
  });

  it('has the name of its files in the folder', async () => {
    const files = world.program();
    await (await make(files, 'a')).close();
    await expect(files.create('a', 'pw', utf8('keys'))).rejects.toMatchObject({ code: 'wallet_exists' });
    expect((await files.list()).map(({ name }) => name)).toEqual(['a']);
    renameSync(world.at('a'), world.at('b'));
    renameSync(world.at('a.keys'), world.at('b.keys'));
    expect((await files.list()).map(({ name }) => name)).toEqual(['b']);
    await expect(files.open('a', 'pw')).rejects.toMatchObject({ code: 'wallet_not_found' });
    expect(await contents(files, 'b', 'pw')).toEqual(['keys']);
    await files.remove('b', 'pw');
    expect(readdirSync(world.dir)).toEqual([]);
  });

  it('is exported as one file and imported from one, whichever program wrote it', async () => {
    const files = world.program();
    const file = await make(files, 'a');
    await file.append(utf8('more'));
    const exported = await files.exportFile('a');
    const inside = createMemoryWalletFiles({ kdf: QUICK });
    await inside.importFile(exported);
    expect(await contents(inside, 'a', 'pw')).toEqual(['keys', 'more']);
    await files.importFile(exported, 'b', 'pw');
    await expect(files.importFile(exported, 'b', 'pw')).rejects.toMatchObject({ code: 'wallet_exists' });
    expect(await contents(files, 'b', 'pw')).toEqual(['keys', 'more']);
    // The file in the folder itself, with its journal.
    await inside.importFile(world.read('a'), 'c', 'pw');
    expect(await contents(inside, 'c', 'pw')).toEqual(['keys', 'more']);
    await file.close();
  });
});

// threat: other-wallets
it('a program that may use one wallet of a storage lists that and its copy, with their sizes', async () => {
  const files = createMemoryWalletFiles({ kdf: QUICK });
  for (const name of ['a', 'a.background', 'b']) await (await make(files, name)).close();
  const names = async () => (await files.list()).map(({ name }) => name);
  const memory = createMemoryWalletFiles({ kdf: QUICK });
  const own = createNamedFiles({ memory, stored: { files, names }, only: 'a' });
  for (const listed of [await own.list(), await own.sizes()])
    expect(listed.map(({ name }) => name).sort()).toEqual(['a', 'a.background']);
});

describe('a storage that cannot give a wallet back', () => {
  it('ends nothing else, and the wallet can be opened once it can', async () => {
    const folder = openFolder(world.dir);
    let lose = (): void => undefined;
    let failing = true;
    const files = walletsIn({
      ...folder,
      claim: (name, onLost) => {
        lose = onLost!;
        return folder.claim(name, onLost);
      },
      release: async (name) => {
        await folder.release(name);
        if (failing) throw new Error('the network is down');
      },
    });
    const file = await make(files, 'a');
    const rejections: unknown[] = [];
    const note = (error: unknown): number => rejections.push(error);
    process.on('unhandledRejection', note);
    const lost = new Promise<void>((resolve) => file.onLost(resolve));
    lose();
    await lost;
    await new Promise((later) => setTimeout(later, 20));
    process.off('unhandledRejection', note);
    expect(rejections).toEqual([]);
    failing = false;
    expect(await contents(files, 'a', 'pw')).toEqual(['keys']);
  });
});

describe('a folder of version bfd880b', () => {
  it('opens with everything in it, and continues in the new layout', async () => {
    const inside = createMemoryWalletFiles({ kdf: QUICK });
    const file = await make(inside, 'a');
    const keys = await inside.exportFile('a');
    await file.compact(utf8('all'));
    await file.append(utf8('more'));
    const cache = await inside.exportFile('a');
    expect(cache[8]).toBe(1);
    world.put('a', cache);
    world.put('a.keys', keys);
    expect(await contents(world.program(), 'a', 'pw')).toEqual(['all', 'more']);
    expect(world.read('a')).toEqual(cache);
    const open = await world.program().open('a', 'pw');
    await open.append(utf8('one'));
    await open.append(utf8('two'));
    await open.close();
    expect(await contents(world.program(), 'a', 'pw')).toEqual(['all', 'more', 'one', 'two']);
    expect(world.read('a')[8]).toBe(2);
    expect(world.read('a.keys')).toEqual(keys);
  });
});

describe("the identity of a wallet's copy", () => {
  /** Closes the wallet with nonces in it, which are void in another copy. */
  const closed = async (): Promise<string> => {
    const file = await make(world.program(), 'a');
    await file.close({ keepCopy: true });
    return file.copy;
  };
  const copyOf = async (name = 'a'): Promise<string> => {
    const file = await world.program().open(name, 'pw');
    await file.close({ keepCopy: true });
    return file.copy;
  };

  it('stays the same when the wallet was closed in order', async () => {
    const copy = await closed();
    expect(await copyOf()).toBe(copy);
    expect(await copyOf()).toBe(copy);
  });
  it('changes after a file was put back, with or without the files beside it', async () => {
    const copy = await closed();
    const [cache, stamp] = [world.read('a'), world.read('a.stamp')];
    world.put('a', cache);
    world.put('a.stamp', stamp);
    expect(await copyOf()).not.toBe(copy);
  });
  it('changes in a file that was copied or moved', async () => {
    const copy = await closed();
    for (const suffix of ['', '.keys', '.stamp']) world.put(`b${suffix}`, world.read(`a${suffix}`));
    expect(await copyOf('b')).not.toBe(copy);
    expect(await copyOf('a')).toBe(copy);
  });
  it('changes after a program was killed', async () => {
    const copy = await closed();
    const file = await world.program().open('a', 'pw');
    expect(file.copy).toBe(copy);
    await file.append(utf8('more'));
    forgetLock(world, 'a');
    expect(await copyOf()).not.toBe(copy);
  });
  it('is stored only for a wallet that has nonces to lose', async () => {
    await closed();
    expect(readdirSync(world.dir)).toContain('a.stamp');
    await (await world.program().open('a', 'pw')).close();
    expect(readdirSync(world.dir).sort()).toEqual(['a', 'a.keys']);
  });
});

describe('the journal', () => {
  const journal = async (): Promise<{ readonly whole: Uint8Array; readonly ends: number[] }> => {
    const file = await make(world.program(), 'a');
    const ends = [world.read('a').length];
    for (const text of ['one', 'two', 'three']) {
      await file.append(utf8(text));
      ends.push(world.read('a').length);
    }
    forgetLock(world, 'a');
    return { whole: world.read('a'), ends };
  };
  it('ends before an incomplete frame, and continues there', async () => {
    const { whole, ends } = await journal();
    for (let size = ends[2]!; size < ends[3]!; size += 7) {
      world.put('a', whole.slice(0, size));
      const file = await world.program().open('a', 'pw');
      expect(await texts(file)).toEqual(['keys', 'one', 'two']);
      await file.append(utf8('next'));
      await file.close();
      expect(await contents(world.program(), 'a', 'pw')).toEqual(['keys', 'one', 'two', 'next']);
    }
    // After a power failure a file may have its new length without its new bytes.
    world.put('a', new Uint8Array([...whole.slice(0, ends[2]), ...new Uint8Array(5000)]));
    expect(await contents(world.program(), 'a', 'pw')).toEqual(['keys', 'one', 'two']);
  });
  it('is damaged by one bit in any byte of a frame before the last', async () => {
    const { whole, ends } = await journal();
    rmSync(world.at('a.keys'));
    for (let bit = ends[0]! * 8; bit < ends[2]! * 8; bit += 7) {
      const flipped = whole.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      await expect(readWalletFile(flipped, '')).rejects.toMatchObject({ code: 'file_damaged' });
    }
  });
  it('is damaged by one bit in any byte of the last frame, too, once the wallet was closed', async () => {
    const { ends } = await journal();
    const file = await world.program().open('a', 'pw');
    await file.append(utf8('four'));
    const end = world.read('a').length;
    await file.close();
    const whole = world.read('a');
    expect(whole.length).toBeGreaterThan(end);
    for (let bit = ends[3]! * 8; bit < end * 8; bit += 7) {
      const flipped = whole.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      await expect(readWalletFile(flipped, '')).rejects.toMatchObject({ code: 'file_damaged' });
    }
  });
  it('is read in a time that grows with its size, whatever beginnings of frames are in it', async () => {
    const { whole, ends } = await journal();
    const beginning = whole.slice(ends[0], ends[0]! + 21);
    const SIZE = 100_000;
    const made = new Uint8Array(ends[0]! + 1 + SIZE);
    made.set(whole.slice(0, ends[0]));
    for (let at = ends[0]! + 1; at + 21 <= made.length; at += 21) {
      made.set(beginning, at);
      // Each one claims all bytes after it.
      new DataView(made.buffer).setUint32(at + 17, Math.max(0, made.length - at - 21 - 8), true);
    }
    let hashed = 0;
    const digest = vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (_name, bytes) => {
      hashed += bytes.byteLength;
      return Promise.resolve(
        new Uint8Array(
          createHash('sha256')
            .update(bytes as Uint8Array)
            .digest(),
        ).buffer,
      );
    });
    await expect(readWalletFile(made, '')).rejects.toMatchObject({ code: 'file_damaged' });
    digest.mockRestore();
    expect(hashed).toBeGreaterThan(SIZE);
    expect(hashed).toBeLessThan(12 * made.length);
  });
  it('of a newer version is refused with that reason', async () => {
    const { whole } = await journal();
    whole[8] = 3;
    world.put('a', whole);
    await expect(world.program().open('a', 'pw')).rejects.toMatchObject({ code: 'file_too_new' });
  });
});

describe('a folder that is missing, or for one wallet', () => {
  it('makes and opens nothing when it is missing', async () => {
    const files = walletsIn(undefined);
    await expect(files.create('a', '', utf8('keys'))).rejects.toMatchObject({ code: 'no_wallet_dir' });
    await expect(files.open('a', '')).rejects.toMatchObject({ code: 'no_wallet_dir' });
    await expect(files.importFile(new Uint8Array(1), 'a')).rejects.toMatchObject({ code: 'no_wallet_dir' });
    expect(await files.list()).toEqual([]);
  });
  it('opens only the one wallet', async () => {
    await (await make(world.program(), 'a')).close();
    const files = world.program('a');
    expect(await contents(files, 'a', 'pw')).toEqual(['keys']);
    await expect(files.create('b', '', utf8('keys'))).rejects.toMatchObject({ code: 'no_wallet_dir' });
  });
});

it('a wallet without a name is in memory only, and gone when the next one is opened', async () => {
  const files = world.program();
  const file = await make(files, '');
  expect(file.name).toBe('');
  await file.close();
  expect(readdirSync(world.dir)).toEqual([]);
  await expect(files.open('', 'pw')).rejects.toMatchObject({ code: 'wallet_not_found' });
  // The next wallet is made before this one is closed.
  const [one, two] = [await make(files, ''), await make(files, '')];
  await one.close();
  expect(await texts(two)).toEqual(['keys']);
  await two.close();
});
