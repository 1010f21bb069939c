/**
 * The shape of a migration: one file per schema version, never edited once shipped. Wallet data is never dropped:
 * notes and transaction keys are not on the chain. A migration awaits nothing but requests of its own transaction.
 */
import type { IDBPDatabase, IDBPTransaction } from 'idb';

export interface Migration {
  /** The schema version it leads to: one above the one before. */
  readonly version: number;
  migrate(
    database: IDBPDatabase,
    transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
  ): Promise<void> | void;
}
