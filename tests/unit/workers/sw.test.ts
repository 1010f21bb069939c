/** The service worker of the app in a stand-in of its global scope: what stays stored when a version cannot be stored. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheOf, choose, chosenVersion } from '../../../src/transport/service-worker/stored-versions.ts';
import { FakeCaches } from '../../support/fake-caches.ts';
import { sha256 } from '../../support/new-version.ts';

const VERSION = 'aa11';
const FILES = { 'index.html': 'the page', 'page.js': 'its script' };
const listOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({ path, sha256: sha256(new TextEncoder().encode(text)) }));

describe('the service worker, when it is installed', () => {
  let caches: FakeCaches;
  /** The files of the server. */
  let served: Partial<Record<string, string>>;
  beforeEach(() => {
    caches = new FakeCaches();
    served = { './': FILES['index.html'], 'page.js': FILES['page.js'] };
    vi.stubGlobal('__PRECACHE__', { version: VERSION, files: listOf(FILES) });
    vi.stubGlobal('__SIGNED__', false);
    vi.stubGlobal('caches', caches);
    vi.stubGlobal('fetch', (path: string) =>
      Promise.resolve(new Response(served[path] ?? null, { status: path in served ? 200 : 500 })),
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  /** Starts the script, and resolves when it is installed. */
  const install = async (): Promise<void> => {
    const listeners = new Map<string, (event: object) => void>();
    vi.stubGlobal('self', {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      registration: { scope: 'https://wallet.example/' },
      clients: { matchAll: () => Promise.resolve([]) },
    });
    await import('../../../workers/sw.ts');
    let work: Promise<unknown> | undefined;
    listeners.get('install')!({ waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  };
  const stored = async (): Promise<string | undefined> =>
    (await caches.match('./', { cacheName: cacheOf(VERSION) }))?.text();

  it('stores all files of its version, or none when one cannot be fetched', async () => {
    delete served['page.js'];
    await expect(install()).rejects.toThrow('page.js: status 500');
    expect([...caches.all.keys()]).toEqual([]);
    served['page.js'] = FILES['page.js'];
    vi.resetModules();
    await install();
    expect(await stored()).toBe(FILES['index.html']);
  });
  // threat: swapped-app
  it('keeps the version that pages use when the server goes back to it and a file cannot be fetched', async () => {
    await install();
    await choose(caches, VERSION);
    // The service worker of a version that the person has not accepted ran meanwhile.
    await caches.open(cacheOf('bb22'));
    vi.resetModules();
    delete served['page.js'];
    await expect(install()).rejects.toThrow('page.js: status 500');
    expect(await stored()).toBe(FILES['index.html']);
    expect(await chosenVersion(caches, 'bb22')).toBe(VERSION);
  });
});
