/**
 * The connection to the wallet database: opened when first needed, upgraded to the newest schema, closed when a newer
 * version of the app asks for it, reopened when the browser has dropped it. Converts every failure of browser storage
 * to a fault of the store.
 */
import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { Fault } from '../base/fault.ts';
import type { Clock } from '../ports/clock.ts';
import { fault } from './faults.ts';
import type { Migration } from './migrations/migration.ts';

type StoreName = 'wallets' | 'records';
export type StoreTransaction<Mode extends IDBTransactionMode> = IDBPTransaction<unknown, StoreName[], Mode>;

export interface Connection {
  /** Runs `work` in one transaction over both object stores. A failure aborts the whole transaction. */
  read<T>(work: (transaction: StoreTransaction<'readonly'>) => Promise<T>): Promise<T>;
  /** Resolves when the data is on the disk (durability `strict`). */
  write<T>(work: (transaction: StoreTransaction<'readwrite'>) => Promise<T>): Promise<T>;
  onDisconnect(listener: () => void): void;
  close(): void;
}

/** Time limit for opening. Safari sometimes never answers its first open. */
const TIMEOUT_MS = 10_000;
const STORES: StoreName[] = ['wallets', 'records'];

export function createConnection(
  name: string,
  migrations: readonly Migration[],
  { clock, timeoutMs = TIMEOUT_MS }: { readonly clock: Pick<Clock, 'sleep'>; readonly timeoutMs?: number },
): Connection {
  const database: Database = {
    name,
    migrations,
    clock,
    timeoutMs,
    listeners: [],
    opening: undefined,
    closedReason: undefined,
  };
  return {
    read: (work) => run(database, 'readonly', work),
    write: (work) => run(database, 'readwrite', work),
    onDisconnect: (listener) => void database.listeners.push(listener),
    close: () => end(database, 'closed'),
  };
}

interface Database {
  readonly name: string;
  readonly migrations: readonly Migration[];
  readonly clock: Pick<Clock, 'sleep'>;
  readonly timeoutMs: number;
  readonly listeners: (() => void)[];
  /** The connection, or the running attempt. */
  opening: Promise<IDBPDatabase> | undefined;
  /** Set when the connection was closed for good: the reason. */
  closedReason: string | undefined;
}

const newestVersion = ({ migrations }: Database): number => migrations.at(-1)!.version;

const end = (database: Database, why: string): void => {
  if (database.closedReason !== undefined) return;
  database.closedReason = why;
  void database.opening?.then(
    (opened) => opened.close(), // running transactions still finish
    () => undefined,
  );
  for (const listener of database.listeners) listener();
};

interface Opened {
  readonly opened: IDBPDatabase;
  readonly opening: Promise<IDBPDatabase>;
}
/** The open database, within the time limit. Faults storage_unavailable, file_too_new. */
const open = async (database: Database): Promise<Opened> => {
  if (database.closedReason !== undefined) throw fault('storage_unavailable', { why: database.closedReason });
  const found: Found = { blocked: false, failed: undefined };
  database.opening ??= startOpening(database, found);
  const opening = database.opening;
  const waiting = new AbortController();
  try {
    const opened = await Promise.race([
      opening,
      database.clock.sleep(database.timeoutMs, waiting.signal).then(() => {
        const why = found.blocked
          ? 'an older version of the app is open in another tab'
          : 'the database does not answer';
        throw fault('storage_unavailable', { why }); // the attempt continues: a later call may find the database open
      }),
    ]);
    return { opened, opening };
  } catch (error) {
    if (!(error instanceof Fault)) database.opening = undefined;
    throw await tooNew(database.name, newestVersion(database), found.failed ?? error);
  } finally {
    waiting.abort();
  }
};

/** Events while the database was opened. */
interface Found {
  blocked: boolean;
  failed: unknown;
}

const startOpening = (database: Database, found: Found): Promise<IDBPDatabase> => {
  const opening = openDB(database.name, newestVersion(database), {
    upgrade: (opened, from, _to, transaction) => {
      transaction.done.catch(() => undefined); // the open request reports this error
      upgrade(database.migrations, opened, from, transaction).catch((error: unknown) => {
        found.failed = error;
        transaction.abort();
      });
    },
    blocked: () => (found.blocked = true),
    blocking: () => end(database, 'a newer version of the app is open in another tab'),
    terminated: () => forget(database, opening),
  });
  return opening;
};

/** A connection that the browser has dropped. Another call may have opened a new one already. */
const forget = (database: Database, dropped: Promise<IDBPDatabase> | undefined): void => {
  if (database.opening === dropped) database.opening = undefined;
};

const begin = async <Mode extends 'readonly' | 'readwrite'>(
  database: Database,
  mode: Mode,
): Promise<StoreTransaction<Mode>> => {
  const start = ({ opened }: Opened) => opened.transaction(STORES, mode, { durability: 'strict' });
  const found = await open(database);
  try {
    return start(found);
  } catch (error) {
    // Safari drops connections in the background without an event. The transaction has not begun, so try again.
    if (!isDomException(error) || database.closedReason !== undefined) throw error;
    forget(database, found.opening);
    return start(await open(database));
  }
};

const run = async <Mode extends 'readonly' | 'readwrite', T>(
  database: Database,
  mode: Mode,
  work: (transaction: StoreTransaction<Mode>) => Promise<T>,
): Promise<T> => {
  let transaction: StoreTransaction<Mode> | undefined;
  try {
    transaction = await begin(database, mode);
    const done = transaction.done;
    done.catch(() => undefined); // awaited below, perhaps after it has failed
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

/**
 * Aborts a failed transaction and returns the reason. The transaction's own error is preferred to those of its
 * requests.
 */
const giveUp = async (
  transaction: StoreTransaction<'readonly' | 'readwrite'> | undefined,
  error: unknown,
) => {
  if (!transaction) return error;
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
  await transaction.done.catch(() => undefined);
  return transaction.error ?? error;
};

/** Converts the error of a database with a newer schema; returns every other error unchanged. */
const tooNew = async (name: string, known: number, error: unknown): Promise<unknown> => {
  if (!(error instanceof DOMException) || error.name !== 'VersionError') return error;
  const { version } = (await indexedDB.databases()).find((it) => it.name === name) ?? {};
  return fault('file_too_new', { version: version ?? known + 1, known });
};

const asFault = (error: unknown): unknown => {
  if (!isDomException(error)) return error;
  if (error.name === 'QuotaExceededError') return fault('storage_full');
  // Chromium: the separate file of a large value is missing.
  if (error.name === 'NotReadableError') return fault('file_damaged', { what: 'the browser lost a record' });
  return fault('storage_unavailable', { why: `${error.name}: ${error.message}` });
};

const isDomException = (error: unknown): error is DOMException =>
  error instanceof DOMException || (error instanceof Error && error.name === 'QuotaExceededError');
