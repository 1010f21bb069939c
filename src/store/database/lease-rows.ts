/** Leases as rows of a database: the statements of leases.ts. */
import type { Database } from '../../ports/database.ts';

/** A lease that this program holds. */
export interface LeaseRow {
  readonly name: string;
  readonly fence: bigint;
}

export interface LeaseRows {
  /** The number of the lease, if it is free or has expired. */
  take(name: string): Promise<bigint | undefined>;
  /** When the lease of another program ends; `wanted`: asks that program to give it back. */
  endOf(name: string, wanted: boolean): Promise<unknown>;
  /** Renews those that still have their number: their names, and whether another program wants them. */
  renew(rows: readonly LeaseRow[]): Promise<ReadonlyMap<string, boolean>>;
  /** Gives the lease its next number, also if it was called before and its answer was lost. Undefined: another program has it. */
  renumber(row: LeaseRow): Promise<bigint | undefined>;
  release(row: LeaseRow): Promise<void>;
  /** The names of those that other programs hold. */
  others(): Promise<readonly string[]>;
}

/** `holder`: names this program among the others. */
export function createLeaseRows(database: Database, holder: string, leaseMs: number): LeaseRows {
  const end = `clock_timestamp() + ${leaseMs} * interval '1 ms'`;
  return {
    take: async (name) => {
      const [row] = await database.run(
        `INSERT INTO ostro_leases AS l (name, fence, holder, until) VALUES ($1, 1, $2, ${end})
         ON CONFLICT (name) DO UPDATE SET fence = l.fence + 1, holder = excluded.holder, until = excluded.until, wanted = false
         WHERE l.until <= clock_timestamp() RETURNING fence`,
        [name, holder],
      );
      return row?.['fence'] as bigint | undefined;
    },
    endOf: async (name, wanted) => {
      const [row] = await database.run(
        wanted
          ? 'UPDATE ostro_leases SET wanted = true WHERE name = $1 RETURNING until::text'
          : 'SELECT until::text FROM ostro_leases WHERE name = $1',
        [name],
      );
      return row?.['until'];
    },
    renew: async (rows) => {
      const owns = JSON.stringify(rows.map(({ name, fence }) => [name, String(fence)]));
      const renewed = await database.run(
        `UPDATE ostro_leases l SET until = ${end} FROM jsonb_array_elements($1::jsonb) AS own
         WHERE l.name = own->>0 AND l.fence = (own->>1)::bigint RETURNING l.name, l.wanted`,
        [owns],
      );
      return new Map(renewed.map(({ name, wanted }) => [name as string, wanted === true]));
    },
    renumber: async ({ name, fence }) => {
      const [row] = await database.run(
        `UPDATE ostro_leases SET fence = $2::bigint + 1
         WHERE name = $1 AND holder = $3 AND fence IN ($2::bigint, $2::bigint + 1) RETURNING fence`,
        [name, fence, holder],
      );
      return row?.['fence'] as bigint | undefined;
    },
    release: async ({ name, fence }) => {
      await database.run('UPDATE ostro_leases SET until = clock_timestamp() WHERE name = $1 AND fence = $2', [
        ...[name, fence],
      ]);
    },
    others: async () => {
      const rows = await database.run(
        'SELECT name FROM ostro_leases WHERE until > clock_timestamp() AND holder <> $1',
        [holder],
      );
      return rows.map(({ name }) => name as string);
    },
  };
}
