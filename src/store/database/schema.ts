/**
 * The tables of wallets in a database. Each version of the schema has one step; the steps that a database lacks run when a
 * program begins to use it. A program of an older version refuses a newer schema.
 */
import type { Database } from '../../ports/database.ts';
import { fault } from '../faults.ts';

/** Step n makes version n + 1. A step is one statement, which a second program may run at the same time. */
const STEPS = [
  `DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(5498023741);
    CREATE TABLE IF NOT EXISTS ostro_schema (version integer NOT NULL);
    CREATE TABLE IF NOT EXISTS ostro_leases (
      name text COLLATE "C" PRIMARY KEY,
      fence bigint NOT NULL,
      holder text NOT NULL,
      until timestamptz NOT NULL,
      wanted boolean NOT NULL DEFAULT false
    );
    CREATE TABLE IF NOT EXISTS ostro_wallets (
      name text COLLATE "C" PRIMARY KEY,
      version integer NOT NULL,
      header bytea NOT NULL,
      owner text NOT NULL,
      sequence bigint NOT NULL,
      copy text,
      stamp text
    );
    CREATE TABLE IF NOT EXISTS ostro_records (
      name text COLLATE "C" NOT NULL REFERENCES ostro_wallets ON DELETE CASCADE,
      sequence bigint NOT NULL,
      kind text NOT NULL,
      sealed bytea NOT NULL,
      PRIMARY KEY (name, sequence)
    );
    ALTER TABLE ostro_records ALTER COLUMN sealed SET STORAGE EXTERNAL;
    IF NOT EXISTS (SELECT FROM ostro_schema) THEN INSERT INTO ostro_schema VALUES (1); END IF;
  END $$`,
  `DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(5498023741);
    CREATE TABLE IF NOT EXISTS ostro_programs (
      holder text COLLATE "C" PRIMARY KEY,
      address text NOT NULL,
      until timestamptz NOT NULL
    );
    CREATE TABLE IF NOT EXISTS ostro_secret (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      secret bytea NOT NULL
    );
    UPDATE ostro_schema SET version = 2 WHERE version = 1;
  END $$`,
] as const;

/** Brings the schema to this version. Faults file_too_new, database_refused, database_silent. */
export async function migrate(database: Database): Promise<void> {
  const version = await versionOf(database);
  if (version > STEPS.length) throw fault('file_too_new', { version, known: STEPS.length });
  for (const step of STEPS.slice(version)) await database.run(step);
}

const versionOf = async (database: Database): Promise<number> => {
  const [{ there } = {}] = await database.run(`SELECT to_regclass('ostro_schema') IS NOT NULL AS there`);
  if (there !== true) return 0;
  const [{ version } = {}] = await database.run('SELECT version FROM ostro_schema');
  return typeof version === 'number' ? version : 0;
};
