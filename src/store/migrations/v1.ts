/**
 * Schema 1: `wallets` holds the public headers, by `place` (storage key) and by unique name; `records` holds the encrypted journals,
 * by place and sequence number. A database of this version: tests/unit/store/old-databases/v1.json
 */
import type { Migration } from './migration.ts';

export const v1: Migration = {
  version: 1,
  migrate(database) {
    const wallets = database.createObjectStore('wallets', { keyPath: 'place' });
    wallets.createIndex('name', 'name', { unique: true });
    database.createObjectStore('records', { keyPath: ['place', 'sequence'] });
  },
};
