import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import { Fault } from '../../../src/base/fault.ts';
import { createIdbAppSettings } from '../../../src/store/app-settings.ts';
import { createIdbWalletFiles, type IdbDeps } from '../../../src/store/idb.ts';
import { migrations } from '../../../src/store/migrations/all.ts';
import type { Migration } from '../../../src/store/migrations/migration.ts';
import { deferred } from '../../support/deferred.ts';
import { outcome, setupWorld, texts } from './world.ts';

afterEach(() => vi.unstubAllGlobals());

const NEXT = migrations.at(-1)!.version + 1;
/** A later schema, as a later version of the app would have. */
const later: readonly Migration[] = [
  ...migrations,
  {
    version: NEXT,
    async migrate(database, transaction) {
      database.createObjectStore('later', { keyPath: 'place' });
      for (const place of await transaction.objectStore('wallets').getAllKeys())
        await transaction.objectStore('later').add({ place });
    },
  },
];

describe('a schema change', () => {
  it('runs only the missing migrations, in one transaction, and keeps every wallet', async () => {
    const world = setupWorld();
    const old = world.tab();
    await old.create('a', 'pass', utf8('one'));
    old.close();
    const files = world.tab({ migrations: later });
    expect(await texts(await files.open('a', 'pass', { takeOver: true }))).toEqual(['one']);
    const database = await openDB(world.databaseName);
    expect(database.version).toBe(NEXT);
    expect(await database.count('later')).toBe(1);
    database.close();
  });

  it('that fails leaves the old database, and a later attempt succeeds', async () => {
    const world = setupWorld();
    const old = world.tab();
    await (await old.create('a', 'pass', utf8('one'))).close();
    old.close();
    const failing = [...migrations, { ...later.at(-1)!, migrate: () => Promise.reject(new Error('a bug')) }];
    await expect(world.tab({ migrations: failing }).list()).rejects.toThrow('a bug');
    const mending = world.tab();
    expect(await mending.list()).toHaveLength(1);
    mending.close();
    expect(await world.tab({ migrations: later }).list()).toHaveLength(1);
  });

  it('by a newer version of the app makes this tab close at once and inform the owner of its wallet', async () => {
    const world = setupWorld();
    const old = world.tab();
    const file = await old.create('a', 'pass', utf8('first'));
    const lost = new Promise<void>((resolve) => file.onLost(resolve));
    const running = file.append(utf8('under way'));
    await running;
    const files = world.tab({ migrations: later });
    expect(await files.list()).toHaveLength(1);
    await lost;
    expect(await outcome(file.append(utf8('late')))).toBe('wallet_open_elsewhere');
    expect(await outcome(old.list())).toBe('storage_unavailable');
    expect(await texts(await files.open('a', 'pass'))).toEqual(['first', 'under way']);
  });

  it('waits no longer than its limit for a tab that does not close, and then fails with the reason', async () => {
    const world = setupWorld();
    const old = world.tab();
    await old.list();
    old.close();
    const stubborn = await openDB(world.databaseName);
    const files = world.tab({ migrations: later, timeoutMs: 50 });
    const error = await files.list().catch((it: unknown) => it);
    expect((error as Fault).data).toMatchObject({ why: expect.stringContaining('older version') as string });
    stubborn.close();
    await expect.poll(() => files.list()).toEqual([]);
  });

  it('by a newer version of the app makes an older version refuse the database', async () => {
    const world = setupWorld();
    const newer = world.tab({ migrations: later });
    await newer.list();
    newer.close();
    const error = await world
      .tab()
      .list()
      .catch((it: unknown) => it);
    expect((error as Fault).code).toBe('file_too_new');
    expect((error as Fault).data).toEqual({ version: NEXT, known: NEXT - 1 });
  });
});

describe('a connection that the browser drops', () => {
  /** All connections that are open now. */
  const connections = new Set<IDBDatabase>();
  const spy = () => {
    const open = indexedDB.open.bind(indexedDB);
    return vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
      const request = open(...args);
      request.addEventListener('success', () => connections.add(request.result));
      return request;
    });
  };
  afterEach(() => {
    vi.restoreAllMocks();
    connections.clear();
  });

  it.each(['with notice', 'without notice'])(
    '%s is opened again, and the wallet continues',
    async (notice) => {
      spy();
      const file = await setupWorld().tab().create('a', 'pass', utf8('one'));
      for (const connection of connections)
        if (notice === 'with notice')
          forceCloseDatabase(connection as unknown as Parameters<typeof forceCloseDatabase>[0]);
        else connection.close();
      await file.append(utf8('two'));
      expect(await texts(file)).toEqual(['one', 'two']);
      expect(connections.size).toBe(2);
    },
  );
  it('is opened again once for all calls that find it dropped', async () => {
    spy();
    const files = setupWorld().tab();
    await files.list();
    for (const connection of connections) connection.close();
    await Promise.all([files.list(), files.list(), files.list()]);
    expect(connections.size).toBe(2);
  });
  it('is opened again for settings, unless everything is removed from the device', async () => {
    spy();
    const settings = createIdbAppSettings('dropped');
    await settings.set('node', 'one');
    for (const connection of connections) connection.close();
    await settings.set('node', 'two');
    expect(await createIdbAppSettings('dropped').get('node')).toBe('two');
    const removed = deferred<undefined>();
    indexedDB.deleteDatabase('dropped').onsuccess = () => removed.resolve(undefined);
    await removed.promise;
    await settings.set('node', 'three');
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('dropped');
  });
});

describe('a browser without storage', () => {
  const why = (promise: Promise<unknown>): Promise<unknown> =>
    promise.catch((it: unknown) => (it as Fault).data);

  it('gives the reason when the database may not be opened', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('The user denied permission to access the database.', 'UnknownError');
      },
    });
    expect(await why(setupWorld().tab().list())).toMatchObject({
      why: expect.stringContaining('denied') as string,
    });
  });

  it('gives a fault when the database never answers', async () => {
    const request: unknown = Reflect.construct(IDBOpenDBRequest, []); // which no database serves
    vi.stubGlobal('indexedDB', { open: () => request });
    expect(await outcome(setupWorld({ timeoutMs: 20 }).tab().list())).toBe('storage_unavailable');
  });

  it('gives a fault for every call when IndexedDB, Web Locks or WebCrypto are missing', async () => {
    const { host, takeoverChannel } = setupWorld().hub.tab();
    const missing = async (what: string, deps: IdbDeps) => {
      const files = createIdbWalletFiles(deps);
      const expected = { why: expect.stringContaining(what) as string };
      expect(await why(files.list())).toMatchObject(expected);
      expect(await why(files.create('a', 'pass', utf8('one')))).toMatchObject(expected);
      vi.unstubAllGlobals();
    };
    vi.stubGlobal('indexedDB', undefined);
    await missing('IndexedDB', { lockHost: host, takeoverChannel });
    vi.stubGlobal('crypto', {});
    await missing('WebCrypto', { lockHost: host, takeoverChannel });
    vi.stubGlobal('navigator', {});
    await missing('Web Locks', { takeoverChannel });
  });

  it('is tried again after it failed once', async () => {
    const world = setupWorld();
    const files = world.tab();
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('busy', 'UnknownError');
      },
    });
    expect(await outcome(files.list())).toBe('storage_unavailable');
    vi.unstubAllGlobals();
    expect(await files.list()).toEqual([]);
  });
});
