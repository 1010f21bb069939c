/**
 * The interface of a migration. Each schema version has one file, which is not edited after a release. Wallet data
 * must not be dropped, since notes and transaction keys are not on the chain. A migration may await only requests of
 * its own transaction.
 */
import type { IDBPDatabase, IDBPTransaction } from 'idb';

export interface Migration {
  /** The schema version after the migration; one more than before. */
  readonly version: number;
  migrate(
    database: IDBPDatabase,
    transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
  ): Promise<void> | void;
}
