/** The programs that use a database together: which one has a wallet open, and where it answers the others. */
import { isFault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Random } from '../../ports/random.ts';
import { LEASE_MS, type Leases } from './leases.ts';

interface ProgramsDeps {
  readonly database: Database;
  readonly leases: Pick<Leases, 'holds'>;
  readonly random: Random;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly holder: string;
  readonly leaseMs?: number | undefined;
}

/** `address`: HOST:PORT at which this program answers the others. Faults database_refused, database_silent. */
export async function joinPrograms(
  { database, leases, random, clock, holder, leaseMs = LEASE_MS }: ProgramsDeps,
  address: string,
): Promise<Programs> {
  const ending = new AbortController();
  const renew = (): Promise<unknown> =>
    database.run(
      `INSERT INTO ostro_programs (holder, address, until) VALUES ($1, $2, clock_timestamp() + ${leaseMs} * interval '1 ms')
       ON CONFLICT (holder) DO UPDATE SET address = excluded.address, until = excluded.until`,
      [holder, address],
    );
  await renew();
  await database.run(`DELETE FROM ostro_programs WHERE until < clock_timestamp() - interval '1 hour'`);
  await database.run('INSERT INTO ostro_secret (secret) VALUES ($1) ON CONFLICT DO NOTHING', [
    random.bytes(32),
  ]);
  const [row] = await database.run('SELECT secret FROM ostro_secret');
  const ended = (): boolean => ending.signal.aborted;
  const keepRenewing = async (): Promise<void> => {
    while (!ended())
      try {
        await clock.sleep(leaseMs / 4, ending.signal);
        await renew();
      } catch (error) {
        if (!ended() && !isFault(error, 'database_silent') && !isFault(error, 'database_refused'))
          throw error;
      }
  };
  void keepRenewing();
  const first = async (statement: string, values: readonly string[]): Promise<unknown> =>
    Object.values((await database.run(statement, values))[0] ?? {})[0];
  const among = async (names: readonly string[], condition: string): Promise<readonly string[]> => {
    const rows = await database.run(
      `SELECT name FROM ostro_wallets w
       WHERE name IN (SELECT jsonb_array_elements_text($1::jsonb)) ${condition} ORDER BY name`,
      [JSON.stringify(names)],
    );
    return rows.map(({ name }) => name as string);
  };
  return {
    holder,
    secret: row!['secret'] as Uint8Array,
    holds: leases.holds,
    ownerOf: async (name) =>
      (await first(
        `SELECT address FROM ostro_leases l JOIN ostro_programs p USING (holder)
         WHERE l.name = $1 AND l.holder <> $2 AND l.until > clock_timestamp()`,
        [name, holder],
      )) as string | undefined,
    addressOf: async (other) =>
      (await first('SELECT address FROM ostro_programs WHERE holder = $1 AND until > clock_timestamp()', [
        other,
      ])) as string | undefined,
    count: async () =>
      Number(await first('SELECT count(*) FROM ostro_programs WHERE until > clock_timestamp()', [])),
    stored: (names) => among(names, ''),
    free: (names) =>
      among(
        names,
        'AND NOT EXISTS (SELECT FROM ostro_leases l WHERE l.name = w.name AND l.until > clock_timestamp())',
      ),
    leave: async () => {
      ending.abort();
      await database.run('DELETE FROM ostro_programs WHERE holder = $1', [holder]);
    },
  };
}
