/** All migrations in order. For a new one, add a file, a line here, and a stored old database for the tests. */
import type { Migration } from './migration.ts';
import { v1 } from './v1.ts';
import { v2 } from './v2.ts';

export const migrations: readonly Migration[] = [v1, v2];
