/**
 * A database that speaks the SQL of PostgreSQL. The program that controls the app provides it (src/nodejs/postgres.ts);
 * everything that is written there is encrypted.
 */
export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlRow = Readonly<Record<string, unknown>>;

export interface Database {
  /**
   * Runs one statement, with $1 … as its values, as one transaction, which is durable when the call resolves. A number of
   * 64 bits arrives as bigint, bytes as Uint8Array. Faults: database_refused: nothing was written; database_silent: no answer
   * came in time or the connection ended, so nobody knows whether it was written.
   */
  run(statement: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Ends all connections. */
  end(): Promise<void>;
}

export interface DatabaseFaults {
  /** `code`: SQLSTATE. */
  database_refused: { readonly code: string; readonly why: string };
  database_silent: { readonly why: string };
}
