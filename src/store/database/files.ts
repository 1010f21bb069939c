/** Wallets in a database (ports/database.ts): encrypted as in files, which the database cannot read. */
import { toHex } from '../../base/hex.ts';
import { isFault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database, DatabaseFaults } from '../../ports/database.ts';
import type { Random } from '../../ports/random.ts';
import type { StoredWallets } from '../../ports/wallet-files.ts';
import { KDF } from '../crypt.ts';
import { fault } from '../faults.ts';
import { createWalletFiles } from '../files/files.ts';
import type { KdfParams } from '../header.ts';
import type { OwnerLocks } from '../locks.ts';
import type { WalletPlace } from '../move.ts';
import { noMarker } from '../persist.ts';
import { createDatabaseDisk } from './disk.ts';
import { createLeases } from './leases.ts';
import type { Programs } from '../../ports/programs.ts';
import { joinPrograms } from './programs.ts';
import { migrate } from './schema.ts';

export interface DatabaseFilesDeps {
  readonly database: Database;
  readonly random: Random;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Milliseconds of a monotonic clock. */
  readonly running: () => number;
  readonly kdf?: KdfParams;
  readonly leaseMs?: number;
}

export interface DatabaseFiles extends StoredWallets {
  /** For a move to another storage. */
  readonly place: WalletPlace;
  /** Makes this program known to the others, which ask it at `address` (HOST:PORT). Fault storage_unavailable. */
  readonly join: (address: string) => Promise<Programs>;
  /** Ends the renewal of leases; call it after all wallets are closed. */
  readonly stop: () => void;
}

/** Faults storage_unavailable, file_too_new. */
export async function createDatabaseFiles({
  database,
  random,
  clock,
  running,
  kdf = KDF,
  leaseMs,
}: DatabaseFilesDeps): Promise<DatabaseFiles> {
  const holder = toHex(random.bytes(16));
  await asStoreFaults(migrate(database));
  const leases = createLeases({
    database,
    clock,
    running,
    holder,
    ...(leaseMs !== undefined && { leaseMs }),
  });
  const place: WalletPlace = {
    disk: withStoreFaults(createDatabaseDisk(database, leases, random)),
    locks: withStoreFaults<OwnerLocks>(leases),
  };
  const files = createWalletFiles({
    ...place,
    random,
    clock,
    kdf,
    marker: noMarker,
    newStorageKey: (name) => name,
  });
  const names = async (): Promise<readonly string[]> =>
    (await database.run('SELECT name FROM ostro_wallets ORDER BY name')).map(({ name }) => name as string);
  const join = async (address: string): Promise<Programs> =>
    withStoreFaults(
      await asStoreFaults(joinPrograms({ database, leases, random, clock, holder, leaseMs }, address)),
    );
  return { files, names: () => asStoreFaults(names()), place, join, stop: leases.stop };
}

/** Wraps each method: storage_full and storage_unavailable in place of database_refused and database_silent. */
const withStoreFaults = <Part extends object>(part: Part): Part =>
  Object.fromEntries(
    Object.entries(part).map(([name, member]) => [
      name,
      typeof member === 'function'
        ? (...given: unknown[]): unknown => {
            const answer: unknown = (member as (...given: unknown[]) => unknown)(...given);
            return answer instanceof Promise ? asStoreFaults(answer) : answer;
          }
        : member,
    ]),
  ) as Part;

/** SQLSTATE of a disk, a quota or a memory that is full. */
const FULL = /^53[1-3]00$/;

const asStoreFaults = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (isFault<'database_refused'>(error, 'database_refused')) {
      const { code, why } = error.data as DatabaseFaults['database_refused'];
      throw FULL.test(code) ? fault('storage_full') : fault('storage_unavailable', { why });
    }
    if (isFault(error, 'database_silent'))
      throw fault('storage_unavailable', error.data as DatabaseFaults['database_silent']);
    throw error;
  }
};
