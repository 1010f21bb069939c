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
  const database: Database = {
    name,
    migrations,
    clock,
    patienceMs,
    listeners: [],
    opening: undefined,
    ended: undefined,
  };
  return {
    read: (work) => run(database, 'readonly', work),
    write: (work) => run(database, 'readwrite', work),
    onGone: (listener) => void database.listeners.push(listener),
    close: () => end(database, 'closed'),
  };
}

interface Database {
  readonly name: string;
  readonly migrations: readonly Migration[];
  readonly clock: Pick<Clock, 'sleep'>;
  readonly patienceMs: number;
  readonly listeners: (() => void)[];
  /** The connection, or the attempt that is under way. */
  opening: Promise<IDBPDatabase> | undefined;
  /** Why this connection was given up for good. */
  ended: string | undefined;
}

const newestVersion = ({ migrations }: Database): number => migrations.at(-1)!.version;

const end = (database: Database, why: string): void => {
  if (database.ended !== undefined) return;
  database.ended = why;
  void database.opening?.then(
    (opened) => opened.close(), // running transactions still finish
    () => undefined,
  );
  for (const listener of database.listeners) listener();
};

/** The connection, within the patience. Faults storage_unavailable, file_too_new. */
const open = async (database: Database): Promise<IDBPDatabase> => {
  if (database.ended !== undefined) throw fault('storage_unavailable', { why: database.ended });
  const found: Found = { blocked: false, failed: undefined };
  database.opening ??= startOpening(database, found);
  const opening = database.opening;
  const waiting = new AbortController();
  try {
    return await Promise.race([
      opening,
      database.clock.sleep(database.patienceMs, waiting.signal).then(() => {
        const why = found.blocked
          ? 'an older version of the app is open in another tab'
          : 'the database does not answer';
        throw fault('storage_unavailable', { why }); // the attempt goes on: a later call may find it open
      }),
    ]);
  } catch (error) {
    if (!(error instanceof Fault)) database.opening = undefined;
    throw await tooNew(database.name, newestVersion(database), found.failed ?? error);
  } finally {
    waiting.abort();
  }
};

/** What went wrong while the database was opened. */
interface Found {
  blocked: boolean;
  failed: unknown;
}

const startOpening = (database: Database, found: Found): Promise<IDBPDatabase> =>
  openDB(database.name, newestVersion(database), {
    upgrade: (opened, from, _to, transaction) => {
      transaction.done.catch(() => undefined); // the open request reports it
      upgrade(database.migrations, opened, from, transaction).catch((error: unknown) => {
        found.failed = error;
        transaction.abort();
      });
    },
    blocked: () => (found.blocked = true),
    blocking: () => end(database, 'a newer version of the app is open in another tab'),
    terminated: () => (database.opening = undefined),
  });

const begin = async <Mode extends 'readonly' | 'readwrite'>(
  database: Database,
  mode: Mode,
): Promise<Transaction<Mode>> => {
  const start = (opened: IDBPDatabase) => opened.transaction(STORES, mode, { durability: 'strict' });
  const opened = await open(database);
  try {
    return start(opened);
  } catch (error) {
    // Safari drops connections in the background without an event. Nothing has begun, so it can begin again.
    if (!isDomException(error) || database.ended !== undefined) throw error;
    database.opening = undefined;
    return start(await open(database));
  }
};

const run = async <Mode extends 'readonly' | 'readwrite', T>(
  database: Database,
  mode: Mode,
  work: (transaction: Transaction<Mode>) => Promise<T>,
): Promise<T> => {
  let transaction: Transaction<Mode> | undefined;
  try {
    transaction = await begin(database, mode);
    const done = transaction.done;
    done.catch(() => undefined); // awaited below, but perhaps later than it fails
    const result = await work(transaction);
    await done;
    return result;
  } catch (error) {
    const cause = await giveUp(transaction, error);
    throw asFault(cause);
  }
};

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
