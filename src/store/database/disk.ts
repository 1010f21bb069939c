/**
 * A disk (disk.ts) in a database: one row a wallet, one a record. A wallet's storage key is its name. Each method is one
 * statement, which also checks the number of the lease (leases.ts), so it writes for the owner or not at all.
 */
import { concatAll } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { Database, SqlRow } from '../../ports/database.ts';
import type { Random } from '../../ports/random.ts';
import type { Disk } from '../disk.ts';
import { fault } from '../faults.ts';
import { readWalletFile, writeWalletFile } from '../file-format.ts';
import { FORMAT_VERSION, parseHeader, type StoredRecord, type WalletHeader } from '../header.ts';
import type { Leases } from './leases.ts';

interface DatabaseDisk {
  readonly database: Database;
  readonly leases: Leases;
  readonly random: Random;
  /** `WalletFile.copy` of each open wallet. */
  readonly copies: Map<string, string>;
}

/** The lease of wallet $1, if its fencing number is still $2. The row lock keeps other programs from taking it until the statement ends. */
const OWNED = 'owned AS (SELECT FROM ostro_leases WHERE name = $1 AND fence = $2 FOR SHARE)';

export function createDatabaseDisk(database: Database, leases: Leases, random: Random): Disk {
  const disk: DatabaseDisk = { database, leases, random, copies: new Map() };
  return {
    headers: async () => {
      const rows = await database.run('SELECT name, version, header, owner FROM ostro_wallets ORDER BY name');
      return Promise.all(rows.map((row) => headerOf(row)));
    },
    find: async (name) => {
      const [row] = await database.run(
        'SELECT name, version, header, owner FROM ostro_wallets WHERE name = $1',
        [name],
      );
      return row && headerOf(row);
    },
    read: (name) => read(disk, name),
    create: (header, records) => create(disk, header, records),
    claim: (name, owner, usedAt) => claim(disk, name, owner, usedAt),
    commit: (change) => commit(disk, change),
    remove: async (name) => {
      disk.copies.delete(name);
      await database.run(
        `WITH ${OWNED} DELETE FROM ostro_wallets WHERE name = $1 AND EXISTS (SELECT FROM owned)`,
        [name, leases.fenceOf(name)],
      );
    },
    copyOf: (name) => disk.copies.get(name) ?? name,
    confirmOwner: (name) => leases.confirm(name),
    leave: (name, keepCopy) => leave(disk, name, keepCopy),
    onDisconnect: () => undefined,
    noPasskeys: true,
    close: () => undefined,
  };
}

/** The stored header is a wallet file without records. A damaged one, or one of a newer version, still has its name. */
const headerOf = async ({ name, version, header, owner }: SqlRow): Promise<unknown> => {
  const known = { place: name, name, version, owner };
  if (version !== FORMAT_VERSION) return known;
  try {
    return { ...(await readWalletFile(header as Uint8Array, name as string)).header, ...known };
  } catch (error) {
    if (isFault(error, 'file_damaged')) return known;
    throw error;
  }
};
const bytesOf = (header: WalletHeader): Promise<Uint8Array> => writeWalletFile(header, []);

const read = async ({ database }: DatabaseDisk, name: string): ReturnType<Disk['read']> => {
  // One statement sees one moment.
  const [first, ...rows] = await database.run(
    `SELECT -1::bigint AS sequence, owner AS kind, header AS sealed, version FROM ostro_wallets WHERE name = $1
     UNION ALL SELECT sequence, kind, sealed, 0 FROM ostro_records WHERE name = $1 ORDER BY 1`,
    [name],
  );
  if (!first) return undefined;
  const { kind: owner, sealed: header, version } = first;
  return {
    header: await headerOf({ name, version, header, owner }),
    records: rows.map(({ sequence, kind, sealed }) => ({
      place: name,
      sequence: Number(sequence),
      kind,
      sealed,
    })),
  };
};

const create = async (
  { database, leases, random, copies }: DatabaseDisk,
  header: WalletHeader,
  records: readonly StoredRecord[],
): Promise<boolean> => {
  const { name, owner, sequence } = header;
  const fence = leases.fenceOf(name);
  let at = 1;
  const places = records.map(({ kind, sequence: number, sealed }) => {
    const place = { number, kind, at, size: sealed.length };
    at += sealed.length;
    return place;
  });
  const [row] = await settled(
    leases,
    name,
    async () =>
      database.run(
        `WITH ${OWNED}, made AS (
           INSERT INTO ostro_wallets (name, version, header, owner, sequence)
           SELECT $1, ${FORMAT_VERSION}, $3, $4, $5::bigint FROM owned
           ON CONFLICT DO NOTHING RETURNING name
         ), content AS (
           INSERT INTO ostro_records (name, sequence, kind, sealed)
           SELECT made.name, r.number, r.kind, substr($7::bytea, r.at, r.size)
           FROM made, jsonb_to_recordset($6::jsonb) AS r (number bigint, kind text, at integer, size integer)
         ) SELECT count(*) AS made FROM made`,
        [
          ...[name, fence, await bytesOf(header), owner, sequence, JSON.stringify(places)],
          concatAll(records.map(({ sealed }) => sealed)),
        ],
      ),
    async () => {
      const [found] = await database.run(
        'SELECT count(*) AS made FROM ostro_wallets WHERE name = $1 AND owner = $2',
        [name, owner],
      );
      return found?.['made'] === 1n ? [found] : undefined;
    },
  );
  if (row?.['made'] !== 1n) return false;
  copies.set(name, newCopy(random));
  return true;
};

const claim = async (
  { database, leases, random, copies }: DatabaseDisk,
  name: string,
  owner: string,
  usedAt: number,
): Promise<unknown> => {
  const [row] = await database.run(
    `SELECT name, version, header, owner, sequence, copy, ${STAMP} = stamp AS same FROM ostro_wallets WHERE name = $1`,
    [name],
  );
  if (!row) return undefined;
  const header = { ...parseHeader(await headerOf(row)), owner, usedAt };
  const [claimed] = await database.run(
    `WITH ${OWNED} UPDATE ostro_wallets SET header = $3, owner = $4, copy = NULL, stamp = NULL
     WHERE name = $1 AND sequence = $5::bigint AND EXISTS (SELECT FROM owned) RETURNING name`,
    [name, leases.fenceOf(name), await bytesOf(header), owner, header.sequence],
  );
  if (!claimed) return undefined;
  copies.set(name, row['same'] === true ? (row['copy'] as string) : newCopy(random));
  return header;
};

const commit = async (
  { database, leases }: DatabaseDisk,
  { owner, after, header, record, clear = false }: Parameters<Disk['commit']>[0],
): ReturnType<Disk['commit']> => {
  const { name, sequence } = header;
  let fence: bigint;
  try {
    fence = leases.fenceOf(name);
  } catch {
    return 'fenced';
  }
  const bytes = await bytesOf(header);
  const [row] = await settled(
    leases,
    name,
    () =>
      database.run(
        `WITH ${OWNED}, done AS (
           UPDATE ostro_wallets SET version = ${FORMAT_VERSION}, header = $3, sequence = $4::bigint
           WHERE name = $1 AND owner = $5 AND sequence = $6::bigint AND EXISTS (SELECT FROM owned) RETURNING name
         ), cleared AS (
           DELETE FROM ostro_records WHERE name IN (SELECT name FROM done) AND $7::integer = 1
         ), added AS (
           INSERT INTO ostro_records (name, sequence, kind, sealed)
           SELECT name, $4::bigint, $8::text, $9::bytea FROM done WHERE $8::text IS NOT NULL
         ) SELECT (SELECT count(*) FROM done) AS done, (SELECT count(*) FROM ostro_wallets WHERE name = $1) AS there`,
        [
          ...[name, fence, bytes, sequence, owner, after, Number(clear)],
          ...[record?.kind ?? null, record?.sealed ?? null],
        ],
      ),
    async () => {
      const [found] = await database.run(
        'SELECT count(*) AS done, 1::bigint AS there FROM ostro_wallets WHERE name = $1 AND owner = $2 AND header = $3',
        [name, owner, bytes],
      );
      return found?.['done'] === 1n ? [found] : undefined;
    },
  );
  return row?.['done'] === 1n ? 'done' : row?.['there'] === 1n ? 'fenced' : 'gone';
};

/**
 * Runs a statement that writes. When its answer was lost, the lease gets a new number, so that the statement cannot take
 * effect any more, and `look` finds out whether it had. Faults of the database: it wrote nothing, or the lease is given up.
 */
const settled = async (
  leases: Leases,
  name: string,
  write: () => Promise<readonly SqlRow[]>,
  look: () => Promise<readonly SqlRow[] | undefined>,
): Promise<readonly SqlRow[]> => {
  try {
    return await write();
  } catch (error) {
    if (!isFault(error, 'database_silent')) throw error;
    const found = await askAfter(leases, name, look);
    if (found) return found;
    throw error;
  }
};

/** Fault storage_uncertain: the database did not answer this, either. */
const askAfter = async (
  leases: Leases,
  name: string,
  look: () => Promise<readonly SqlRow[] | undefined>,
): Promise<readonly SqlRow[] | undefined> => {
  try {
    await leases.renumber(name);
    return await look();
  } catch (error) {
    if (!isFault(error, 'database_silent')) throw error;
    throw fault('storage_uncertain', { why: 'the database does not answer' });
  }
};

/**
 * Identifies a row of this server's history: another one after a restored dump or a recovery to an earlier point in time.
 * The row has the number of the transaction that wrote it.
 */
const STAMP = `xmin::text || ' ' || (SELECT system_identifier::text FROM pg_control_system())
  || ' ' || (SELECT timeline_id::text FROM pg_control_checkpoint())`;

const leave = async (
  { database, leases, copies }: DatabaseDisk,
  name: string,
  keepCopy: boolean,
): Promise<void> => {
  const copy = copies.get(name);
  copies.delete(name);
  if (copy === undefined || !keepCopy) return;
  const fence = leases.fenceOf(name);
  await database.run(
    `WITH ${OWNED} UPDATE ostro_wallets SET copy = $3, stamp = (pg_current_xact_id()::text::numeric % 4294967296)::text
       || ' ' || (SELECT system_identifier::text FROM pg_control_system())
       || ' ' || (SELECT timeline_id::text FROM pg_control_checkpoint())
     WHERE name = $1 AND EXISTS (SELECT FROM owned)`,
    [name, fence, copy],
  );
};

const newCopy = (random: Random): string => toHex(random.bytes(16));
