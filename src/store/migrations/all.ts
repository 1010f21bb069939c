/** Every migration in order. A new one is the next file, one line here, and a stored old database in the tests. */
import type { Migration } from './migration.ts';
import { v1 } from './v1.ts';

export const migrations: readonly Migration[] = [v1];
