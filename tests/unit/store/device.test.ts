import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { createDevice } from '../../../src/store/device.ts';

const open = (factory: IDBFactory, name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = factory.open(name, 1);
    opening.onsuccess = () => {
      resolve(opening.result);
    };
    opening.onerror = () => {
      reject(opening.error ?? new Error('not opened'));
    };
  });

/** Caches that hold these files, by their names. */
const setupCaches = (given: Record<string, readonly string[]>) => {
  const caches = new Map(Object.entries(given));
  return {
    caches,
    places: {
      keys: () => Promise.resolve([...caches.keys()]),
      delete: (name: string) => Promise.resolve(caches.delete(name)),
      open: (name: string) =>
        Promise.resolve({
          keys: () => Promise.resolve(caches.get(name)!.map((_, i) => new Request(`https://app.test/${i}`))),
          match: (request: Request) =>
            Promise.resolve(new Response(caches.get(name)![Number(new URL(request.url).pathname.slice(1))])),
        }),
    } as unknown as CacheStorage,
  };
};
const setupStorage = (given: Record<string, string>) => {
  const kept = new Map(Object.entries(given));
  return {
    kept,
    places: {
      get length() {
        return kept.size;
      },
      key: (i: number) => [...kept.keys()][i] ?? null,
      removeItem: (key: string) => void kept.delete(key),
    },
  };
};
/** Databases of another app, and of the package `ostro` in another app. */
const FOREIGN = ['ostro-library', 'somebody else'];
const setup = async () => {
  const indexedDB = new IDBFactory();
  for (const name of ['ostro', 'ostro-settings', ...FOREIGN]) (await open(indexedDB, name)).close();
  const caches = setupCaches({
    ...{ 'ostro-app-1': ['a file', 'b'], 'ostro-wallet-marker': ['x'] },
    ...{ 'ostro-library-wallet-marker': ['z'], other: ['y'] },
  });
  const storage = setupStorage({ ostro: '{}', 'ostro language': 'de', 'ostro-door': 'open', theirs: '1' });
  const unregister = vi.fn((_folder: string) => Promise.resolve(true));
  const endWorker = vi.fn(() => Promise.resolve());
  const device = createDevice({
    indexedDB,
    caches: caches.places,
    localStorage: storage.places,
    serviceWorker: {
      getRegistration: (folder = './') =>
        Promise.resolve({
          unregister: () => unregister(String(folder)),
        } as unknown as ServiceWorkerRegistration),
    },
    endWorker,
  });
  return { device, indexedDB, caches: caches.caches, kept: storage.kept, unregister, endWorker };
};

describe('everything on this device', () => {
  it('is removed: databases, caches, small settings, service workers; that of other apps stays', async () => {
    const { device, indexedDB, caches, kept, unregister, endWorker } = await setup();
    const blocked = vi.fn();
    await device.removeAll(blocked);
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(FOREIGN);
    expect([...caches.keys()]).toEqual(['ostro-library-wallet-marker', 'other']);
    expect([...kept.keys()]).toEqual(['theirs']);
    expect(unregister.mock.calls.flat()).toEqual(['./', './background/']);
    expect(endWorker).toHaveBeenCalledOnce();
    expect(blocked).not.toHaveBeenCalled();
  });
  it('waits while another tab has a database open, and says so', async () => {
    const { device, indexedDB } = await setup();
    const other = await open(indexedDB, 'ostro');
    const blocked = vi.fn();
    const removing = device.removeAll(blocked);
    await expect.poll(() => blocked).toHaveBeenCalledOnce();
    other.close();
    await removing;
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(FOREIGN);
  });
  it('is removed where the browser lists no databases, by their names', async () => {
    const indexedDB = new IDBFactory();
    const deleted: string[] = [];
    await createDevice({
      indexedDB: {
        deleteDatabase: (name: string) => (deleted.push(name), indexedDB.deleteDatabase(name)),
      } as unknown as IDBFactory,
      endWorker: () => Promise.resolve(),
    }).removeAll(() => undefined);
    expect(deleted).toEqual(['ostro', 'ostro-settings']);
  });
  it('is measured: the number and bytes of the files of the app', async () => {
    const { device } = await setup();
    expect(await device.appFiles()).toEqual({ count: 2, bytes: 7 });
    expect(await createDevice({ endWorker: () => Promise.resolve() }).appFiles()).toEqual({
      count: 0,
      bytes: 0,
    });
  });
});
