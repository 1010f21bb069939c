/**
 * Schema 2: a header in `wallets` may have `passkey`, a second slot of the file key. Nothing is converted. An app that
 * knows schema 1 alone could neither show nor remove a passkey, so it must not open the database. A database of this
 * version: tests/unit/store/old-databases/v2.json
 */
import type { Migration } from './migration.ts';

export const v2: Migration = {
  version: 2,
  migrate: () => undefined,
};
