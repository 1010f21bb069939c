/**
 * One owner per wallet among the programs that use a database. A lease has a number that grows with each new owner (the
 * fencing number): every write names it and is refused under an older one, so a program that stalled or was cut off can
 * never write again. `until` only says from when on another program may take the wallet of one that does not answer.
 */
import { isFault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import { fault } from '../faults.ts';
import { lockName, storageKeyOfLock, type OwnerLocks } from '../locks.ts';

/** Another program takes over the wallet of one that ended without releasing it after this time. */
const LEASE_MS = 6_000;
const RENEW_MS = 1_500;
const POLL_MS = 250;

export interface Leases extends OwnerLocks {
  /** The number of the lease that this program holds. Fault wallet_open_elsewhere. */
  fenceOf(name: string): bigint;
  /**
   * Resolves if this program still owns the wallet, asking the database if the last renewal is older than half of a lease.
   * Faults wallet_open_elsewhere, storage_unavailable.
   */
  confirm(name: string): Promise<void>;
  /** After an answer was lost: gives the lease a new number, so that no statement under the old one can still write. */
  refresh(name: string): Promise<void>;
  /** Ends the renewals. */
  stop(): void;
}

interface Held {
  readonly onLoss: () => Promise<void>;
  fence: bigint;
  /** When the last renewal that succeeded was asked for, by both clocks: one may stop or be changed. */
  asked: readonly [running: number, date: number];
}

interface LeaseDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Milliseconds of a clock that nobody changes. */
  readonly running: () => number;
  /** Names this program among the others. */
  readonly holder: string;
  readonly leaseMs?: number;
}

export function createLeases({ database, clock, running, holder, leaseMs = LEASE_MS }: LeaseDeps): Leases {
  const held = new Map<string, Held>();
  /** Names whose lease this program is taking now. */
  const taking = new Set<string>();
  const ending = new AbortController();
  const now = (): Held['asked'] => [running(), clock.now()];
  const ageOf = ({ asked }: Held): number => Math.max(...now().map((time, i) => Math.abs(time - asked[i]!)));
  const lost = (name: string): Error => fault('wallet_open_elsewhere', { name });
  const lose = (name: string, own: Held): void => {
    if (held.get(name) !== own) return;
    held.delete(name);
    void own.onLoss();
  };

  /** Renews the leases of these names in one statement; those that have another owner are lost. */
  const renew = async (names: readonly string[]): Promise<void> => {
    const owns = names.flatMap((name) => {
      const own = held.get(name);
      return own ? [{ name, own, fence: own.fence }] : [];
    });
    const asked = now();
    const wanted = JSON.stringify(owns.map(({ name, fence }) => [name, String(fence)]));
    const rows = await database.run(
      `UPDATE ostro_leases l SET until = clock_timestamp() + $2::float8 * interval '1 ms'
       FROM jsonb_array_elements($1::jsonb) AS own
       WHERE l.name = own->>0 AND l.fence = (own->>1)::bigint RETURNING l.name, l.wanted`,
      [wanted, leaseMs],
    );
    const renewed = new Map(rows.map(({ name, wanted: asksFor }) => [name as string, asksFor === true]));
    for (const { name, own, fence } of owns) {
      if (own.fence !== fence) continue;
      if (!renewed.has(name)) lose(name, own);
      else own.asked = asked;
      if (renewed.get(name)) void own.onLoss();
    }
  };

  let renewing = false;
  const keepRenewing = async (): Promise<void> => {
    if (renewing) return;
    renewing = true;
    try {
      while (held.size > 0 && !ending.signal.aborted) {
        await clock.sleep(Math.min(RENEW_MS, leaseMs / 4), ending.signal);
        // A database that does not answer keeps the lease as it is: its number decides when it answers again.
        await renew([...held.keys()]).catch(onlyDatabase);
      }
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    } finally {
      renewing = false;
    }
  };

  const take = async (name: string): Promise<bigint | undefined> => {
    const [row] = await database.run(
      `INSERT INTO ostro_leases AS l (name, fence, holder, until)
       VALUES ($1, 1, $2, clock_timestamp() + $3::float8 * interval '1 ms')
       ON CONFLICT (name) DO UPDATE SET fence = l.fence + 1, holder = excluded.holder, until = excluded.until, wanted = false
       WHERE l.until <= clock_timestamp() RETURNING fence`,
      [name, holder, leaseMs],
    );
    return row && BigInt(row['fence'] as bigint);
  };
  /** Takes the lease as soon as its owner lets it expire. Undefined when the owner renews it, and need not give it back. */
  const takeWhenFree = async (name: string, takeOver: boolean): Promise<bigint | undefined> => {
    let first: unknown;
    const from = running();
    for (;;) {
      const fence = await take(name);
      if (fence !== undefined) return fence;
      const [{ until } = {}] = await database.run(
        takeOver
          ? 'UPDATE ostro_leases SET wanted = true WHERE name = $1 RETURNING until::text'
          : 'SELECT until::text FROM ostro_leases WHERE name = $1',
        [name],
      );
      first ??= until;
      if (!takeOver && until !== first) return undefined;
      if (running() - from > 2 * leaseMs) return undefined;
      await clock.sleep(POLL_MS);
    }
  };

  return {
    acquire: async (lock, { takeOver, onLoss }) => {
      const name = storageKeyOfLock(lock);
      if (takeOver) await held.get(name)?.onLoss();
      if (held.has(name) || taking.has(name)) return undefined;
      taking.add(name);
      const asked = now();
      const fence = await takeWhenFree(name, takeOver).finally(() => taking.delete(name));
      if (fence === undefined) return undefined;
      const own: Held = { onLoss, fence, asked };
      held.set(name, own);
      void keepRenewing();
      return {
        release: async () => {
          if (held.get(name) === own) held.delete(name);
          await database
            .run('UPDATE ostro_leases SET until = clock_timestamp() WHERE name = $1 AND fence = $2', [
              name,
              own.fence,
            ])
            .catch(onlyDatabase);
        },
      };
    },
    heldElsewhere: async () => {
      const rows = await database.run(
        'SELECT name FROM ostro_leases WHERE until > clock_timestamp() AND holder <> $1',
        [holder],
      );
      return new Set(rows.map(({ name }) => lockName(name as string)));
    },
    fenceOf: (name) => {
      const own = held.get(name);
      if (!own) throw lost(name);
      return own.fence;
    },
    confirm: async (name) => {
      const own = held.get(name);
      if (!own) throw lost(name);
      if (ageOf(own) > leaseMs / 2) await renew([name]);
      if (held.get(name) !== own) throw lost(name);
    },
    refresh: async (name) => {
      const own = held.get(name);
      if (!own) throw lost(name);
      // A second try finds what the first one wrote.
      const [row] = await database.run(
        `UPDATE ostro_leases SET fence = $2::bigint + 1
         WHERE name = $1 AND holder = $3 AND fence IN ($2::bigint, $2::bigint + 1) RETURNING fence`,
        [name, own.fence, holder],
      );
      if (row) own.fence = BigInt(row['fence'] as bigint);
      else {
        lose(name, own);
        throw lost(name);
      }
    },
    stop: () => ending.abort(),
  };
}

/** For `catch`: swallows what the database says, not bugs. */
export function onlyDatabase(error: unknown): void {
  if (!isFault(error, 'database_refused') && !isFault(error, 'database_silent')) throw error;
}
