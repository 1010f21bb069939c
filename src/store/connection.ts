/**
 * The connection to the wallets' database: opened when first needed, brought to the newest schema, given up when a
 * newer app asks for it, opened again when the browser dropped it. Everything that can go wrong with a browser's
 * storage becomes one of the store's faults here.
 */
import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { Fault } from '../base/fault.ts';
import type { Clock } from '../ports/clock.ts';
import { fault } from './faults.ts';
import type { Migration } from './migrations/migration.ts';

type StoreName = 'wallets' | 'records';
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<unknown, StoreName[], Mode>;

export interface Connection {
  /** Runs `work` in one transaction over both stores; aborted as a whole when anything in it fails. */
  read<T>(work: (transaction: Transaction<'readonly'>) => Promise<T>): Promise<T>;
  /** Resolves when the data is on the disk (durability `strict`). */
  write<T>(work: (transaction: Transaction<'readwrite'>) => Promise<T>): Promise<T>;
  onGone(listener: () => void): void;
  close(): void;
}

/** A browser that does not answer for so long will not. Safari has been seen to hang on its first open. */
const PATIENCE_MS = 10_000;
const STORES: StoreName[] = ['wallets', 'records'];

export function createConnection(
  name: string,
  migrations: readonly Migration[],
  { clock, patienceMs = PATIENCE_MS }: { readonly clock: Pick<Clock, 'sleep'>; readonly patienceMs?: number },
): Connection {
  const newest = migrations.at(-1)!.version;
  const listeners: (() => void)[] = [];
  let current: Promise<IDBPDatabase> | undefined;
  let over: string | undefined;

  const end = (why: string) => {
    if (over !== undefined) return;
    over = why;
    void current?.then(
      (database) => database.close(), // running transactions still finish
      () => undefined,
    );
    for (const listener of listeners) listener();
  };

  const open = async (): Promise<IDBPDatabase> => {
    if (over !== undefined) throw fault('storage_unavailable', { why: over });
    let blocked = false;
    let failed: unknown;
    current ??= openDB(name, newest, {
      upgrade: (database, from, _to, transaction) => {
        transaction.done.catch(() => undefined); // the open request tells
        upgrade(migrations, database, from, transaction).catch((error: unknown) => {
          failed = error;
          transaction.abort();
        });
      },
      blocked: () => (blocked = true),
      blocking: () => end('a newer version of the app is open in another tab'),
      terminated: () => (current = undefined),
    });
    const opening = current;
    const waiting = new AbortController();
    try {
      return await Promise.race([
        opening,
        clock.sleep(patienceMs, waiting.signal).then(() => {
          const why = blocked
            ? 'an older version of the app is open in another tab'
            : 'the database does not answer';
          throw fault('storage_unavailable', { why }); // the attempt goes on: a later call may find it open
        }),
      ]);
    } catch (error) {
      if (!(error instanceof Fault)) current = undefined;
      throw await tooNew(name, newest, failed ?? error);
    } finally {
      waiting.abort();
    }
  };

  const begin = async <Mode extends 'readonly' | 'readwrite'>(mode: Mode): Promise<Transaction<Mode>> => {
    const start = (database: IDBPDatabase) => database.transaction(STORES, mode, { durability: 'strict' });
    const database = await open();
    try {
      return start(database);
    } catch (error) {
      // Safari drops connections in the background and tells nobody. Nothing has begun, so it can begin again.
      if (!isDomException(error) || over !== undefined) throw error;
      current = undefined;
      return start(await open());
    }
  };

  const run = async <Mode extends 'readonly' | 'readwrite', T>(
    mode: Mode,
    work: (transaction: Transaction<Mode>) => Promise<T>,
  ): Promise<T> => {
    let transaction: Transaction<Mode> | undefined;
    try {
      transaction = await begin(mode);
      const done = transaction.done;
      done.catch(() => undefined); // heard below, but perhaps later than it fails
      const result = await work(transaction);
      await done;
      return result;
    } catch (error) {
      const cause = await giveUp(transaction, error);
      throw asFault(cause);
    }
  };

  return {
    read: (work) => run('readonly', work),
    write: (work) => run('readwrite', work),
    onGone: (listener) => void listeners.push(listener),
    close: () => end('closed'),
  };
}

const upgrade = async (
  migrations: readonly Migration[],
  database: IDBPDatabase,
  from: number,
  transaction: Parameters<Migration['migrate']>[1],
): Promise<void> => {
  for (const migration of migrations)
    if (migration.version > from) await migration.migrate(database, transaction);
};

/** Ends a transaction that failed, and says why: the transaction's own reason counts more than its requests'. */
const giveUp = async (transaction: Transaction<'readonly' | 'readwrite'> | undefined, error: unknown) => {
  if (!transaction) return error;
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
  }
  await transaction.done.catch(() => undefined);
  return transaction.error ?? error;
};

/** A database of a newer schema is told by its version; everything else passes. */
const tooNew = async (name: string, known: number, error: unknown): Promise<unknown> => {
  if (!(error instanceof DOMException) || error.name !== 'VersionError') return error;
  const { version } = (await indexedDB.databases()).find((it) => it.name === name) ?? {};
  return fault('file_too_new', { version: version ?? known + 1, known });
};

const asFault = (error: unknown): unknown => {
  if (!isDomException(error)) return error;
  if (error.name === 'QuotaExceededError') return fault('storage_full');
  // A large value whose own file is gone (Chromium).
  if (error.name === 'NotReadableError') return fault('file_damaged', { what: 'the browser lost a record' });
  return fault('storage_unavailable', { why: `${error.name}: ${error.message}` });
};

const isDomException = (error: unknown): error is DOMException =>
  error instanceof DOMException || (error instanceof Error && error.name === 'QuotaExceededError');
