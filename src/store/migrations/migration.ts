/**
 * The shape of a migration: one file per schema version, never edited after a release. Wallet data is never dropped:
 * notes and transaction keys are not on the chain. A migration awaits only requests of its own transaction.
 */
import type { IDBPDatabase, IDBPTransaction } from 'idb';

export interface Migration {
  /** The schema version after it: one above the version before. */
  readonly version: number;
  migrate(
    database: IDBPDatabase,
    transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
  ): Promise<void> | void;
}
