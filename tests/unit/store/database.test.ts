/** What wallets in a database promise when programs stall, answers are lost, and tables are restored. */
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { faultsOf } from '../../../src/base/fault.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import { openPostgres } from '../../../src/nodejs/postgres.ts';
import type { Database, DatabaseFaults } from '../../../src/ports/database.ts';
import type { WalletFile } from '../../../src/ports/wallet-files.ts';
import { listen } from '../../../src/server/http/listen.ts';
import { createDatabaseFiles, type DatabaseFiles } from '../../../src/store/database/files.ts';
import { systemClock, systemRandom } from '../../../src/store/platform.ts';
import { deferred } from '../../support/deferred.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { QUICK_KDF } from '../../contract/wallet-files.contract.ts';

/** A stalled owner's wallet is free after this time; one that renews does so much more often. */
const LEASE_MS = 400;
const LONG_LEASE_MS = 60_000;
const RENEW_MS = 10;
let server: TestPostgres;
let database: Database;
const programs: DatabaseFiles[] = [];

beforeAll(async () => {
  server = await startPostgres();
  database = openPostgres(await server.database());
});
afterAll(async () => {
  for (const { stop } of programs) stop();
  await database.end();
  await server.stop();
});
beforeEach(async () => {
  await (await program()).files.list();
  await database.run('DELETE FROM ostro_wallets');
  await database.run('DELETE FROM ostro_leases');
});

const busyClock = {
  ...systemClock,
  sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(RENEW_MS, signal),
};
/** `through`: what happens to each statement on its way. */
const program = async (
  through = (run: () => ReturnType<Database['run']>, _: string) => run(),
  { leaseMs, clock } = { leaseMs: LEASE_MS, clock: systemClock },
) => {
  const made = await createDatabaseFiles({
    database: { ...database, run: (text, values) => through(() => database.run(text, values), text) },
    ...{ random: systemRandom, clock, running: () => performance.now() },
    ...{ kdf: QUICK_KDF, leaseMs },
  });
  programs.push(made);
  return made;
};
const textsOf = async (file: WalletFile) =>
  (await file.load()).entries.map((entry) => new TextDecoder().decode(entry));
const silent = (why: string): Error => faultsOf<DatabaseFaults>()('database_silent', { why });
const elsewhere = { code: 'wallet_open_elsewhere' };

describe('a program that stalled', () => {
  // threat: two-owners
  it('loses its wallet to the next one after the lease, and can neither write nor send any more', async () => {
    const first = await program();
    const stalled = await first.files.create('a', 'p', utf8('content'));
    await stalled.append(utf8('one'));
    first.stop();
    const lost = vi.fn();
    stalled.onLost(lost);
    const taken = await (await program()).files.open('a', 'p');
    expect(await textsOf(taken)).toEqual(['one']);
    await expect(stalled.confirmOwner!()).rejects.toMatchObject(elsewhere);
    await expect(stalled.append(utf8('late'))).rejects.toMatchObject(elsewhere);
    expect(lost).toHaveBeenCalledOnce();
    await taken.append(utf8('two'));
    expect(await textsOf(taken)).toEqual(['one', 'two']);
    await taken.close();
  });
  it('keeps its wallet if nobody has taken it meanwhile', async () => {
    const first = await program();
    const file = await first.files.create('a', 'p', utf8('content'));
    first.stop();
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    await file.confirmOwner!();
    await file.append(utf8('one'));
    expect(await textsOf(file)).toEqual(['one']);
    await file.close();
  });
});

it('an owner that renews its lease keeps the wallet, and gives it to a program that takes over', async () => {
  const renewing = () => program(undefined, { leaseMs: LONG_LEASE_MS, clock: busyClock });
  const file = await (await renewing()).files.create('a', 'p', utf8('content'));
  const { files } = await renewing();
  await expect(files.open('a', 'p')).rejects.toMatchObject(elsewhere);
  await file.append(utf8('one'));
  const taken = await files.open('a', 'p', { takeOver: true });
  expect(await textsOf(taken)).toEqual(['one']);
  await expect(file.append(utf8('late'))).rejects.toMatchObject(elsewhere);
  await taken.close();
});

describe('a lost answer', () => {
  const isCommit = (text: string): boolean => text.includes('done AS');
  it('of a statement that wrote: the write counts', async () => {
    let lose = false;
    const { files } = await program(async (run, text) => {
      const rows = await run();
      if (!lose || !isCommit(text)) return rows;
      lose = false;
      throw silent('the connection ended');
    });
    const file = await files.create('a', 'p', utf8('content'));
    lose = true;
    await file.append(utf8('one'));
    await file.append(utf8('two'));
    expect(await textsOf(file)).toEqual(['one', 'two']);
    await file.close();
  });
  // threat: two-owners
  it('of a statement that did not write: it is refused, also when it arrives later', async () => {
    const late = deferred<() => ReturnType<Database['run']>>();
    let hold = false;
    const { files } = await program((run, text) => {
      if (!hold || !isCommit(text)) return run();
      hold = false;
      late.resolve(run);
      return Promise.reject(silent('no answer'));
    });
    const file = await files.create('a', 'p', utf8('content'));
    hold = true;
    await expect(file.append(utf8('lost'))).rejects.toMatchObject({ code: 'storage_unavailable' });
    const run = await late.promise;
    expect(await run()).toMatchObject([{ done: 0n }]);
    await file.append(utf8('again'));
    expect(await textsOf(file)).toEqual(['again']);
    await file.close();
  });
});

it('a database that answers neither a commit nor what became of it leaves open whether it is stored', async () => {
  let away = false;
  const { files } = await program(async (run) => {
    const rows = await run();
    if (away) throw silent('no answer');
    return rows;
  });
  const file = await files.create('a', 'p', utf8('content'));
  away = true;
  await expect(file.append(utf8('one'))).rejects.toMatchObject({ code: 'storage_uncertain' });
  away = false;
  await file.close();
  const again = await files.open('a', 'p');
  expect(await textsOf(again)).toEqual(['one']);
  await again.close();
});

it('a connection that has become silent is given up, and the next statement has another', async () => {
  const url = new URL(await server.database());
  const port = Number(url.port);
  let held: Socket[] = [];
  const way = createServer((client) => {
    const onward = connect(port, '127.0.0.1');
    client.pipe(onward).pipe(client);
    for (const socket of [client, onward]) socket.on('error', () => undefined);
    held.push(client, onward);
  });
  url.port = String(await listen(way, 0, '127.0.0.1'));
  const through = openPostgres(url.href, { limitMs: 300, connections: 1 });
  expect(await through.run('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  for (const socket of held) socket.unpipe().pause();
  held = [];
  await expect(through.run('SELECT 2 AS two')).rejects.toMatchObject({ code: 'database_silent' });
  expect(await through.run('SELECT 3 AS three')).toEqual([{ three: 3 }]);
  await through.end();
  way.close();
  for (const socket of held) socket.destroy();
});

describe('a copy', () => {
  const reopened = async (name: string): Promise<string> => {
    const file = await (await program()).files.open(name, 'p');
    await file.close();
    return file.copy;
  };
  it('is the same after the wallet was closed for it, and another one after a crash', async () => {
    const first = await program();
    const file = await first.files.create('a', 'p', utf8('content'));
    await file.close({ keepCopy: true });
    expect(await reopened('a')).toBe(file.copy);
    expect(await reopened('a')).not.toBe(file.copy);
  });
  // threat: two-owners
  it('is another one in tables that were restored', async () => {
    const file = await (await program()).files.create('a', 'p', utf8('content'));
    await file.close({ keepCopy: true });
    await database.run('CREATE TABLE backup AS SELECT * FROM ostro_wallets');
    await database.run('CREATE TABLE backup_records AS SELECT * FROM ostro_records');
    await database.run('DELETE FROM ostro_wallets');
    await database.run('INSERT INTO ostro_wallets SELECT * FROM backup');
    await database.run('INSERT INTO ostro_records SELECT * FROM backup_records');
    expect(await reopened('a')).not.toBe(file.copy);
  });
});

it('tables of a newer version are refused', async () => {
  await database.run('UPDATE ostro_schema SET version = 99');
  await expect(program()).rejects.toMatchObject({ code: 'file_too_new', data: { version: 99 } });
  await database.run('UPDATE ostro_schema SET version = 2');
});
