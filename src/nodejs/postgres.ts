/**
 * A Database (ports/database.ts) in PostgreSQL, with the client `postgres`. Every statement has a time limit, and is
 * answered when the server has written it to its disk.
 */
import postgres from 'postgres';
import { faultsOf } from '../base/fault.ts';
import type { Database, DatabaseFaults, SqlRow } from '../ports/database.ts';

const fault = faultsOf<DatabaseFaults>();

/** Types of PostgreSQL by their numbers. */
const INT8 = 20;
const BYTEA = 17;
const JSON_TYPES = [114, 3802];
const LIMIT_MS = 10_000;
const CONNECTIONS = 4;

/** `url`: `postgres://user:password@host:port/database`, with `?sslmode=` as in libpq. */
export function openPostgres(
  url: string,
  {
    limitMs = LIMIT_MS,
    connections = CONNECTIONS,
  }: { readonly limitMs?: number; readonly connections?: number } = {},
): Database {
  const connect = () => clientOf(url, limitMs, connections);
  let sql = connect();
  return {
    run: async (statement, values = []) => {
      const used = sql;
      const query = used.unsafe(
        statement,
        values.map((value) => (typeof value === 'bigint' ? String(value) : value)),
        { prepare: true },
      );
      return inTime(query, limitMs, () => {
        // The client would send further statements on a connection that answers nothing.
        if (sql !== used) return;
        sql = connect();
        void used.end({ timeout: 0 });
      });
    },
    end: () => sql.end({ timeout: limitMs / 1000 }),
  };
}

const clientOf = (url: string, limitMs: number, connections: number) =>
  postgres(url, {
    max: connections,
    connect_timeout: limitMs / 1000,
    fetch_types: false,
    // A program that starts again sends what the server may have forgotten.
    connection: { application_name: 'ostro', synchronous_commit: 'on', statement_timeout: limitMs },
    types: {
      bigint: { to: INT8, from: [INT8], serialize: String, parse: BigInt },
      // The caller gives and gets the text.
      json: { to: JSON_TYPES[0]!, from: JSON_TYPES, serialize: String, parse: String },
      bytea: {
        to: BYTEA,
        from: [BYTEA],
        serialize: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
        parse: (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
      },
    },
    onnotice: () => undefined,
  });

/** `late` is called when no answer came in time. */
const inTime = async (
  query: Promise<readonly SqlRow[]>,
  ms: number,
  late: () => void,
): Promise<readonly SqlRow[]> => {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(fault('database_silent', { why: `no answer in ${ms} ms` }));
      late();
    }, ms + 1000);
  });
  try {
    return await Promise.race([query, silence]);
  } catch (error) {
    throw faultOf(error);
  } finally {
    clearTimeout(timer);
  }
};

/** An error of the server has an SQLSTATE: the statement wrote nothing. */
const faultOf = (error: unknown): unknown => {
  if (error instanceof postgres.PostgresError) {
    const { code, message } = error;
    // The server ends its connections (57P…): the statement may have been written just before.
    return /^(57P|08)/.test(code)
      ? fault('database_silent', { why: message })
      : fault('database_refused', { code, why: message });
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return fault('database_silent', { why: error.message });
  return error;
};
