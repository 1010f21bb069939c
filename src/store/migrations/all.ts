/** Every migration in order. For a new one, add the next file, a line here and a stored old database to the tests. */
import type { Migration } from './migration.ts';
import { v1 } from './v1.ts';

export const migrations: readonly Migration[] = [v1];
