import { describe, expect, it } from 'vitest';
import {
  checkMarker,
  createCacheMarker,
  createMemoryMarker,
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
      match: (url: string) => Promise.resolve(box.has(url) ? new Response(box.get(url)) : undefined),
      put: async (url: string, answer: Response) => void box.set(url, await answer.text()),
    } as unknown as Cache);
  };
  return { open } as CacheStorage;
};

describe('the marker', () => {
  it('names what is gone, and remembers what it had missed', async () => {
    const marker = createMemoryMarker();
    expect(await checkMarker(marker, [wallet('a'), wallet('b')])).toEqual([]);
    expect(await checkMarker(marker, [wallet('b')])).toEqual([wallet('a')]);
    expect(await checkMarker(marker, [wallet('b'), wallet('c')])).toEqual([wallet('a')]);
    expect(await checkMarker(marker, [])).toEqual([wallet('b'), wallet('c'), wallet('a')]);
  });

  it('lives in the Cache API, and takes nothing there for granted', async () => {
    const caches = setupCaches();
    const marker = createCacheMarker(caches);
    expect(await marker.read()).toEqual([]);
    await marker.write([wallet('a')]);
    expect(await createCacheMarker(caches).read()).toEqual([wallet('a')]);
    const cache = await caches.open('ostro-wallet-marker');
    await cache.put('https://marker.invalid/wallets', new Response('[null, 3, {"place": 1}]'));
    expect(await marker.read()).toEqual([]);
    await cache.put('https://marker.invalid/wallets', new Response('{}'));
    expect(await marker.read()).toEqual([]);
  });
});

describe('persistence', () => {
  it('is asked for once, where the browser can be asked', async () => {
    let asked = 0;
    const persist = () => Promise.resolve(++asked > 0);
    expect(await requestPersistence(undefined)).toBeUndefined();
    expect(await requestPersistence({})).toBeUndefined();
    expect(await requestPersistence({ persist, persisted: () => Promise.resolve(true) })).toBe(true);
    expect(asked).toBe(0);
    expect(await requestPersistence({ persist, persisted: () => Promise.resolve(false) })).toBe(true);
    expect(asked).toBe(1);
  });

  it('is reported as far as the browser tells', async () => {
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
