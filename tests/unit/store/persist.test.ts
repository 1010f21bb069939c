import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { createIdbWalletFiles } from '../../../src/store/idb.ts';
import { createLockHub } from '../../../src/store/in-process-locks.ts';
import { QUICK_KDF } from '../../contract/wallet-files.contract.ts';
import {
  createCacheMarker,
  createMemoryMarker,
  findVanished,
  isFirstVisit,
  requestPersistence,
  storageReport,
} from '../../../src/store/persist.ts';

const wallet = (place: string) => ({ place, name: `wallet ${place}`, createdAt: 5 });

/** A Cache API of one process. */
const setupCaches = (): CacheStorage => {
  const boxes = new Map<string, Map<string, string>>();
  const open = (name: string) => {
    const box = boxes.get(name) ?? new Map<string, string>();
    boxes.set(name, box);
    return Promise.resolve({
      matchAll: () => Promise.resolve([...box.values()].map((text) => new Response(text))),
      put: async (url: string, answer: Response) => void box.set(url, await answer.text()),
      delete: (url: string) => Promise.resolve(box.delete(url)),
    } as unknown as Cache);
  };
  return { open, has: (name: string) => Promise.resolve(boxes.has(name)) } as CacheStorage;
};
const present =
  (...places: string[]) =>
  () =>
    Promise.resolve(new Set(places));

describe('the list of wallets outside the database', () => {
  it('names what is gone, until the person has seen it', async () => {
    const marker = createMemoryMarker();
    for (const place of ['a', 'b']) await marker.add(wallet(place));
    expect(await findVanished(marker, present('a', 'b', 'unmarked'))).toEqual([]);
    expect(await findVanished(marker, present('b'))).toEqual([wallet('a')]);
    expect(await findVanished(marker, present())).toEqual([wallet('a'), wallet('b')]);
    await marker.drop('a');
    expect(await findVanished(marker, present())).toEqual([wallet('b')]);
  });

  it('reports no loss of a wallet that is removed or made at the same moment', async () => {
    const marker = createMemoryMarker();
    await marker.add(wallet('a'));
    const meanwhile = async () => {
      await marker.drop('a');
      await marker.add(wallet('b'));
      return new Set<string>();
    };
    expect(await findVanished(marker, meanwhile)).toEqual([]);
  });

  it('is stored in the Cache API, and ignores invalid entries there', async () => {
    const caches = setupCaches();
    const marker = createCacheMarker(caches);
    expect(await marker.read()).toEqual([]);
    await marker.add(wallet('a'));
    await marker.add({ ...wallet('b'), secret: 'x' } as never);
    const cache = await caches.open('ostro-wallet-marker');
    for (const [at, text] of ['null', '3', '{"place": 1}', 'no json'].entries())
      await cache.put(`https://marker.invalid/${at}`, new Response(text));
    expect(await createCacheMarker(caches).read()).toEqual([wallet('a'), wallet('b')]);
    await marker.drop('a');
    expect(await marker.read()).toEqual([wallet('b')]);
  });
});

it('a wallet in one database of an origin is not missing in another', async () => {
  vi.stubGlobal('caches', setupCaches());
  const both = ['ostro', 'ostro-library'].map((databaseName) => {
    const { host, takeoverChannel } = createLockHub().tab();
    return createIdbWalletFiles({ databaseName, lockHost: host, takeoverChannel, kdf: QUICK_KDF });
  });
  vi.unstubAllGlobals();
  for (const files of both) await (await files.create('a', 'pass', new Uint8Array(8))).close();
  for (const files of both) expect((await files.storageHealth()).vanished).toEqual([]);
  for (const files of both) files.close();
});

describe('a first visit', () => {
  it('is one until the wallet has looked for marks, and none when the browser cannot tell', async () => {
    const caches = setupCaches();
    expect(await isFirstVisit(caches)).toBe(true);
    await createCacheMarker(caches).read();
    expect(await isFirstVisit(caches)).toBe(false);
    expect(await isFirstVisit(undefined)).toBe(false);
    expect(await isFirstVisit({ has: () => Promise.reject(new Error('blocked')) })).toBe(false);
  });
});

describe('persistence', () => {
  it('is requested once, where the browser allows to', async () => {
    let asked = 0;
    const persist = () => Promise.resolve(++asked > 0);
    expect(await requestPersistence(undefined)).toBeUndefined();
    expect(await requestPersistence({})).toBeUndefined();
    expect(await requestPersistence({ persist, persisted: () => Promise.resolve(true) })).toBe(true);
    expect(asked).toBe(0);
    expect(await requestPersistence({ persist, persisted: () => Promise.resolve(false) })).toBe(true);
    expect(asked).toBe(1);
  });

  it('is reported as far as the browser says', async () => {
    expect(await storageReport(undefined)).toEqual({});
    expect(await storageReport({})).toEqual({});
    expect(
      await storageReport({
        persisted: () => Promise.resolve(false),
        estimate: () => Promise.resolve({ usage: 1, quota: 2 }),
      }),
    ).toEqual({ persisted: false, usage: 1, quota: 2 });
  });
});
