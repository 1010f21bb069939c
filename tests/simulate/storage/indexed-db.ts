/**
 * A simulated IndexedDB (https://w3c.github.io/IndexedDB/), as far as the store uses it. Requests of a transaction take
 * their turn from the scheduler; it commits by itself when none is left, and aborts at any error that is not handled.
 */
import { SimEvent, SimEventTarget } from '../platform/events.ts';
import type { Process } from '../process.ts';
import type { Scheduler } from '../scheduler.ts';
import { emptyData, failData, type DatabaseData } from './idb-data.ts';
import { SimKeyRange } from './idb-keys.ts';
import { SimIndex, SimRequest, SimStore, SimTransaction } from './idb-transaction.ts';
import { noTrouble, type Trouble } from './trouble.ts';

/** The databases of one browser profile. */
export interface IndexedDb {
  readonly trouble: Trouble;
  readonly databases: Map<string, SharedDatabase>;
  /** The processes by the mark at the end of the names that they open: `NAME#PROCESS`. */
  readonly processes: Map<string, Process>;
  readonly scheduler: Scheduler;
  fail(): void;
  /** The browser removes all data of this site. */
  evict(): void;
}
export interface SharedDatabase {
  data: DatabaseData;
  readonly connections: Set<SimDatabase>;
  /** Transactions that have not ended, in the order of their beginning. */
  readonly running: SimTransaction[];
}

export function createIndexedDb(scheduler: Scheduler): IndexedDb {
  const databases = new Map<string, SharedDatabase>();
  const all = (): readonly SharedDatabase[] => [...databases.values()];
  return {
    trouble: noTrouble(),
    databases,
    processes: new Map(),
    scheduler,
    fail: () => all().forEach(({ data }) => failData(data, scheduler.dice)),
    evict: () => {
      for (const { connections } of all()) for (const each of connections) each.lose();
      databases.clear();
    },
  };
}

/** A connection of one process. */
export class SimDatabase extends SimEventTarget {
  readonly name: string;
  readonly shared: SharedDatabase;
  readonly world: IndexedDb;
  readonly process: Process;
  closed = false;
  upgrading: SimTransaction | undefined;
  constructor(world: IndexedDb, name: string, shared: SharedDatabase, process: Process) {
    super();
    this.name = name;
    this.shared = shared;
    this.world = world;
    this.process = process;
    shared.connections.add(this);
    process.onEnd(() => this.lose());
  }
  get version(): number {
    return this.shared.data.version;
  }
  transaction(
    _stores: readonly string[],
    mode: IDBTransactionMode,
    { durability = 'default' }: { readonly durability?: string } = {},
  ): SimTransaction {
    if (this.closed) throw new DOMException('The connection is closed', 'InvalidStateError');
    return new SimTransaction(this, mode, durability);
  }
  createObjectStore(name: string, { keyPath }: { readonly keyPath: string | readonly string[] }): SimStore {
    this.shared.data.stores.set(name, { keyPath, indexes: new Map(), rows: new Map() });
    return new SimStore(this.upgrading!, name);
  }
  close(): void {
    this.closed = true;
    this.shared.connections.delete(this);
  }
  /** Its process ended, or the browser took the data away: what was not committed never happened. */
  lose(): void {
    if (this.closed) return;
    this.close();
    for (const each of [...this.shared.running]) if (each.db === this) each.lose();
    this.process.deliver(() => this.dispatchEvent(new SimEvent('close')));
  }
}

/** What stands in `globalThis.indexedDB`: each process reaches the profile of its browser. */
const factoryOf = (profiles: readonly IndexedDb[]) => {
  return {
    open: (given: string, version: number): SimRequest => {
      const [name = '', mark = ''] = given.split('#');
      const world = profiles.find(({ processes }) => processes.has(mark))!;
      const process = world.processes.get(mark)!;
      const request = new SimRequest();
      world.scheduler.after(world.scheduler.dice.wait(1), 'db open', () => {
        const shared = world.databases.get(name) ?? {
          data: emptyData(),
          connections: new Set(),
          running: [],
        };
        world.databases.set(name, shared);
        if (shared.data.version > version)
          request.reject(process, new DOMException('a newer version', 'VersionError'));
        else if (shared.data.version === version)
          request.resolve(process, new SimDatabase(world, given, shared, process));
        else upgrade(world, { given, shared, process, request, version });
      });
      return request;
    },
    databases: () =>
      Promise.resolve(
        profiles.flatMap(({ databases, processes }) =>
          [...databases].flatMap(([name, { data }]) =>
            [...processes.keys()].map((mark) => ({ name: `${name}#${mark}`, version: data.version })),
          ),
        ),
      ),
  };
};

interface Upgrade {
  readonly given: string;
  readonly shared: SharedDatabase;
  readonly process: Process;
  readonly request: SimRequest;
  readonly version: number;
}

/** Asks other connections to close, waits for them, then runs the upgrade as one transaction. */
const upgrade = (world: IndexedDb, { given, shared, process, request, version }: Upgrade): void => {
  const { scheduler } = world;
  const from = shared.data.version;
  const event = (type: string): SimEvent =>
    Object.assign(new SimEvent(type), { oldVersion: from, newVersion: version });
  for (const each of shared.connections)
    each.process.deliver(() => each.dispatchEvent(event('versionchange')));
  let blocked = false;
  const attempt = (): void => {
    if (!process.alive) return;
    if (shared.connections.size > 0) {
      if (!blocked) process.deliver(() => request.dispatchEvent(event('blocked')));
      blocked = true;
      scheduler.after(100, 'db waits', attempt);
      return;
    }
    const database = new SimDatabase(world, given, shared, process);
    const transaction = new SimTransaction(database, 'versionchange', 'strict');
    database.upgrading = transaction;
    transaction.onUndo(() => {
      shared.data.version = from;
      if (from === 0) shared.data.stores.clear();
    });
    shared.data.version = version;
    request.result = database;
    request.transaction = transaction;
    transaction.addEventListener('complete', () => request.resolve(process, database));
    transaction.addEventListener('abort', () =>
      request.reject(process, new DOMException('the upgrade failed', 'AbortError')),
    );
    process.deliver(() => transaction.during(() => request.dispatchEvent(event('upgradeneeded'))));
  };
  scheduler.after(1, 'db upgrade', attempt);
};

/** Never made; `idb` asks whether a value is one. */
class SimCursor {
  advance(): void {
    throw new Error('no cursors');
  }
  continue(): void {
    this.advance();
  }
  continuePrimaryKey(): void {
    this.advance();
  }
}

/** The names of IndexedDB in the global scope. */
export function globalsOf(profiles: readonly IndexedDb[]): Readonly<Record<string, unknown>> {
  return {
    indexedDB: factoryOf(profiles),
    IDBKeyRange: SimKeyRange,
    IDBDatabase: SimDatabase,
    IDBObjectStore: SimStore,
    IDBIndex: SimIndex,
    IDBTransaction: SimTransaction,
    IDBRequest: SimRequest,
    IDBCursor: SimCursor,
  };
}
