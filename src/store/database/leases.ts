/**
 * One owner per wallet among the programs that use a database. A lease has a number that grows with each new owner (the
 * fencing number): every write names it and is refused under an older one, so a program that stalled or was cut off can
 * never write again. Its end only says from when on another program may take the wallet of one that does not answer.
 */
import { isFault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import { fault } from '../faults.ts';
import { lockName, storageKeyOfLock, type Lease, type OwnerLocks } from '../locks.ts';
import { createLeaseRows, type LeaseRows } from './lease-rows.ts';

/** Another program takes over the wallet of one that ended without releasing it after this time. */
export const LEASE_MS = 6_000;
const POLL_MS = 250;

export interface Leases extends OwnerLocks {
  /** True while this program has the lease, as far as it knows. */
  readonly holds: (name: string) => boolean;
  /** The number of the lease that this program holds. Fault wallet_open_elsewhere. */
  readonly fenceOf: (name: string) => bigint;
  /**
   * Resolves if this program still owns the wallet, asking the database if the last renewal is older than half of a lease.
   * Faults wallet_open_elsewhere, database_refused, database_silent.
   */
  readonly confirm: (name: string) => Promise<void>;
  /** After an answer was lost: gives the lease a new number, so that no statement under the old one can still write. */
  readonly renumber: (name: string) => Promise<void>;
  /** Ends the renewals. */
  readonly stop: () => void;
}

interface Held {
  readonly name: string;
  readonly onLoss: () => Promise<void>;
  fence: bigint;
  /** When the last renewal that succeeded was asked for, by both clocks: one may stop, the other may be changed. */
  asked: readonly [running: number, date: number];
}

interface LeaseDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Milliseconds of a monotonic clock. */
  readonly running: () => number;
  /** Names this program among the others. */
  readonly holder: string;
  readonly leaseMs?: number;
}

interface LeaseContext extends Pick<LeaseDeps, 'clock' | 'running'> {
  readonly rows: LeaseRows;
  readonly leaseMs: number;
  readonly held: Map<string, Held>;
  readonly ending: AbortController;
  renewing: boolean;
}

export function createLeases({ database, holder, leaseMs = LEASE_MS, ...deps }: LeaseDeps): Leases {
  const rows = createLeaseRows(database, holder, leaseMs);
  const held: LeaseContext['held'] = new Map();
  const context: LeaseContext = {
    ...deps,
    rows,
    leaseMs,
    held,
    ending: new AbortController(),
    renewing: false,
  };
  /** Names whose lease this program is taking now. */
  const taking = new Set<string>();
  const heldOf = (name: string): Held => {
    const own = held.get(name);
    if (!own) throw fault('wallet_open_elsewhere', { name });
    return own;
  };
  return {
    acquire: async (lock, { takeOver, onLoss }) => {
      const name = storageKeyOfLock(lock);
      if (takeOver) await held.get(name)?.onLoss();
      if (held.has(name) || taking.has(name)) return undefined;
      taking.add(name);
      const asked = now(context);
      const fence = await takeWhenFree(context, name, takeOver).finally(() => taking.delete(name));
      return fence === undefined ? undefined : hold(context, { name, onLoss, fence, asked });
    },
    heldElsewhere: async () => new Set((await rows.others()).map(lockName)),
    holds: (name) => held.has(name),
    fenceOf: (name) => heldOf(name).fence,
    confirm: async (name) => {
      const own = heldOf(name);
      const age = now(context).map((time, i) => Math.abs(time - own.asked[i]!));
      if (Math.max(...age) > leaseMs / 2) await renew(context, [own]);
      if (heldOf(name) !== own) throw fault('wallet_open_elsewhere', { name });
    },
    renumber: async (name) => {
      const own = heldOf(name);
      const fence = await rows.renumber(own);
      if (fence === undefined) {
        lose(context, own);
        throw fault('wallet_open_elsewhere', { name });
      }
      own.fence = fence;
    },
    stop: () => context.ending.abort(),
  };
}

const now = ({ running, clock }: LeaseContext): Held['asked'] => [running(), clock.now()];

const hold = (context: LeaseContext, own: Held): Lease => {
  const { held, rows } = context;
  held.set(own.name, own);
  void keepRenewing(context);
  return {
    release: async () => {
      if (held.get(own.name) === own) held.delete(own.name);
      // If the database does not answer, the lease expires.
      await rows.release(own).catch(onlyDatabase);
    },
  };
};

const lose = ({ held }: LeaseContext, own: Held): void => {
  if (held.get(own.name) !== own) return;
  held.delete(own.name);
  void own.onLoss();
};

/** Takes the lease as soon as its owner lets it expire. Undefined when the owner renews it, and need not give it back. */
const takeWhenFree = async (
  { rows, running, clock, leaseMs }: LeaseContext,
  name: string,
  takeOver: boolean,
): Promise<bigint | undefined> => {
  const from = running();
  let first: unknown;
  for (;;) {
    const fence = await rows.take(name);
    if (fence !== undefined) return fence;
    const end = await rows.endOf(name, takeOver);
    first ??= end;
    if ((!takeOver && end !== first) || running() - from > 2 * leaseMs) return undefined;
    await clock.sleep(POLL_MS);
  }
};

const keepRenewing = async (context: LeaseContext): Promise<void> => {
  const { held, ending, clock, leaseMs } = context;
  if (context.renewing) return;
  context.renewing = true;
  try {
    while (held.size > 0) {
      await clock.sleep(leaseMs / 4, ending.signal);
      // A database that does not answer keeps the lease as it is: its number decides when it answers again.
      await renew(context, [...held.values()]).catch(onlyDatabase);
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  } finally {
    context.renewing = false;
  }
};

/** Renews leases in one statement. Those that have another number are lost; one that another program wants is given back. */
const renew = async (context: LeaseContext, owns: readonly Held[]): Promise<void> => {
  const asked = now(context);
  const given = owns.map(({ name, fence }) => ({ name, fence }));
  const renewed = await context.rows.renew(given);
  for (const [i, own] of owns.entries()) {
    // The lease got another number meanwhile.
    if (own.fence !== given[i]!.fence) continue;
    if (!renewed.has(own.name)) lose(context, own);
    else own.asked = asked;
    if (renewed.get(own.name)) void own.onLoss();
  }
};

/** For `catch`: swallows what the database says, not bugs. */
const onlyDatabase = (error: unknown): void => {
  if (!isFault(error, 'database_refused') && !isFault(error, 'database_silent')) throw error;
};
