/** A wallet folder in another thread: calls that never end, and what crosses the threads. */
import { expect, it } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import { contents, createFolderWorld, walletsIn } from './folder-world.ts';
import { deferred } from '../../support/deferred.ts';
import { openFolder } from '../../../src/server/files/folder.ts';
import { folderElsewhere } from '../../../src/store/folder-elsewhere.ts';
import { systemClock } from '../../../src/store/platform.ts';
import type { WalletFolder } from '../../../src/ports/wallet-folder.ts';

const never = (): Promise<never> => new Promise(() => undefined);
const near = (folder: WalletFolder, confirms = false, limitMs = 20): WalletFolder =>
  folderElsewhere(folder, { confirms, limitMs, clock: systemClock, byReference: (value) => value });

it('ends each call that never ends: a write may have happened, another call has not', async () => {
  const silent: WalletFolder = {
    ...{ list: never, read: never, write: never, append: never, remove: never },
    ...{ claim: never, confirm: never, release: never, remember: never },
  };
  const folder = near(silent, true);
  for (const call of [folder.write('a', {}), folder.append('a', 0, new Uint8Array()), folder.remove('a')])
    await expect(call).rejects.toThrow(/^EUNCERTAIN: .* 20 ms/);
  for (const call of [
    ...[folder.list(), folder.read('a'), folder.claim('a'), folder.confirm!('a')],
    ...[folder.release('a'), folder.remember('a', undefined)],
  ])
    await expect(call).rejects.toThrow(/^ETIMEDOUT: /);
});

it('sends nothing more about a wallet while a late write runs, which would overwrite it', async () => {
  const world = createFolderWorld();
  const folder = openFolder(world.dir);
  const held = deferred<undefined>();
  let first = true;
  const slow: WalletFolder = {
    ...folder,
    append: async (name, at, bytes) => {
      if (first) {
        first = false;
        await held.promise;
      }
      await folder.append(name, at, bytes);
    },
  };
  const limits = new Set<() => void>();
  const clock = {
    sleep: (_ms: number, signal?: AbortSignal): Promise<void> =>
      new Promise((over) => {
        limits.add(over);
        signal?.addEventListener('abort', () => limits.delete(over));
      }),
  };
  const far = folderElsewhere(slow, { confirms: true, clock, byReference: (value) => value });
  const file = await walletsIn(far).create('a', 'pw', utf8('keys'));
  for (const text of ['late', 'refused']) {
    const refused = expect(file.append(utf8(text))).rejects.toMatchObject({ code: 'storage_uncertain' });
    await expect.poll(() => limits.size).toBe(1);
    for (const over of limits) over();
    await refused;
  }
  held.resolve(undefined);
  await file.append(utf8('next'));
  await file.close();
  expect(await contents(walletsIn(openFolder(world.dir)), 'a', 'pw')).toEqual(['keys', 'next']);
  world.dispose();
});

it('gives a claim back that came too late', async () => {
  const world = createFolderWorld();
  const folder = openFolder(world.dir);
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  let released = (): void => undefined;
  const back = new Promise<void>((resolve) => (released = resolve));
  const slow: WalletFolder = {
    ...folder,
    claim: async (name, onLost) => {
      await held;
      return folder.claim(name, onLost);
    },
    release: async (name) => {
      await folder.release(name);
      released();
    },
  };
  await expect(near(slow).claim('a')).rejects.toThrow('ETIMEDOUT');
  go();
  await back;
  expect(await openFolder(world.dir).claim('a')).toBe(true);
  world.dispose();
});

it('has no confirm where the folder has none: a reference to it cannot tell', () => {
  const world = createFolderWorld();
  const folder = openFolder(world.dir);
  expect('confirm' in near(folder, false)).toBe(false);
  expect('confirm' in near(folder, true)).toBe(true);
  world.dispose();
});
