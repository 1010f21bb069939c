import { afterAll, beforeAll } from 'vitest';
import { faultsOf } from '../../src/base/fault.ts';
import { openPostgres } from '../../src/nodejs/postgres.ts';
import type { Database, DatabaseFaults } from '../../src/ports/database.ts';
import { createDatabaseFiles, type DatabaseFiles } from '../../src/store/database/files.ts';
import { readWalletFile, writeWalletFile } from '../../src/store/file-format.ts';
import type { StoredRecord, WalletHeader } from '../../src/store/header.ts';
import { systemClock, systemRandom } from '../../src/store/platform.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { QUICK_KDF, walletFilesContract, type TestBrowser } from './wallet-files.contract.ts';

let server: TestPostgres;
/** The connections of the test, and of each of three programs. */
let own: Database;
let connections: readonly Database[] = [];
/** The disk of the database has no room. */
let full = false;

const WRITES = /INSERT INTO ostro_records|UPDATE ostro_wallets/;
const noRoom = (): Error =>
  faultsOf<DatabaseFaults>()('database_refused', { code: '53100', why: 'No space left' });
const connect = (url: string): Database => {
  const database = openPostgres(url, { connections: 2 });
  const run: Database['run'] = (statement, values) =>
    full && WRITES.test(statement) ? Promise.reject(noRoom()) : database.run(statement, values);
  return { ...database, run };
};

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.database();
  [own, ...connections] = [connect(url), connect(url), connect(url), connect(url)];
});
afterAll(async () => {
  await Promise.all([own, ...connections].map((database) => database.end()));
  await server.stop();
});

const open = async (): Promise<TestBrowser> => {
  const programs: DatabaseFiles[] = [];
  for (const database of connections)
    programs.push(
      await createDatabaseFiles({
        ...{ database, random: systemRandom, clock: systemClock, kdf: QUICK_KDF },
        ...{ leaseMs: 1000, running: () => performance.now() },
      }),
    );
  await own.run('DELETE FROM ostro_wallets');
  await own.run('DELETE FROM ostro_leases');
  let used = 0;
  return {
    tab: () => programs[used++]!.files,
    peek: async (name) => {
      const [row] = await own.run('SELECT header, owner FROM ostro_wallets WHERE name = $1', [name]);
      const { header } = await readWalletFile(row!['header'] as Uint8Array, name);
      const records = await own.run('SELECT * FROM ostro_records WHERE name = $1 ORDER BY sequence', [name]);
      return {
        header: { ...header, owner: row!['owner'] as string },
        records: records.map(({ sequence, kind, sealed }) => ({
          ...{ place: name, sequence: Number(sequence) },
          ...{ kind: kind as StoredRecord['kind'], sealed: sealed as Uint8Array },
        })),
      };
    },
    poke: async ({ header, records }) => {
      const { name, version, owner, sequence } = header;
      await own.run('DELETE FROM ostro_records WHERE name = $1', [name]);
      await own.run(
        `UPDATE ostro_wallets SET version = $2, header = $3, owner = $4, sequence = $5::bigint WHERE name = $1`,
        [name, version, await headerBytes(header), owner, sequence],
      );
      for (const record of records)
        await own.run('INSERT INTO ostro_records VALUES ($1, $2::bigint, $3, $4)', [
          ...[name, record.sequence, record.kind],
          'sealed' in record && record.sealed instanceof Uint8Array ? record.sealed : new Uint8Array(),
        ]);
    },
    erase: async (name) => void (await own.run('DELETE FROM ostro_wallets WHERE name = $1', [name])),
    full: (is) => (full = is),
    close: () => {
      full = false;
      for (const { stop } of programs) stop();
      return Promise.resolve();
    },
  };
};

/** A header with damaged fields has no bytes: then those of no header. */
const headerBytes = (header: WalletHeader): Promise<Uint8Array> =>
  writeWalletFile(header, []).catch(() => new Uint8Array());

walletFilesContract('in PostgreSQL', open, { evicts: false });
