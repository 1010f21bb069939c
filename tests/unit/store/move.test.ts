/** Wallets move between a folder and PostgreSQL record by record, and a copy that differs counts as none. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import { openPostgres } from '../../../src/nodejs/postgres.ts';
import type { Database } from '../../../src/ports/database.ts';
import type { WalletFiles } from '../../../src/ports/wallet-files.ts';
import { openFolder } from '../../../src/server/files/folder.ts';
import { createDatabaseFiles } from '../../../src/store/database/files.ts';
import { createWalletFiles } from '../../../src/store/files/files.ts';
import { withFaults } from '../../../src/store/folder-faults.ts';
import { folderPlace } from '../../../src/store/folder-files.ts';
import { moveWallet, type WalletPlace } from '../../../src/store/move.ts';
import { noMarker } from '../../../src/store/persist.ts';
import { systemClock, systemRandom } from '../../../src/store/platform.ts';
import { QUICK_KDF } from '../../contract/wallet-files.contract.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

let server: TestPostgres;
let database: Database;
let dir: string;
const ends: (() => void)[] = [];
beforeAll(async () => {
  server = await startPostgres();
  database = openPostgres(await server.database());
});
beforeEach(async () => {
  const made = mkdtempSync(join(tmpdir(), 'ostro-move-'));
  dir = made;
  ends.push(() => rmSync(made, { recursive: true }));
  await inDatabase();
  await database.run('DELETE FROM ostro_wallets');
  await database.run('DELETE FROM ostro_leases');
});
afterAll(async () => {
  for (const end of ends) end();
  await database.end();
  await server.stop();
});

interface Program {
  readonly place: WalletPlace;
  readonly files: WalletFiles;
}
const programOver = (place: WalletPlace): Program => ({
  place,
  files: createWalletFiles({
    ...{ ...place, random: systemRandom, clock: systemClock, kdf: QUICK_KDF },
    ...{ marker: noMarker, newStorageKey: (name: string) => name },
  }),
});
const inFolder = (): Promise<Program> =>
  Promise.resolve(programOver(folderPlace(withFaults(openFolder(dir)), systemRandom)));
const inDatabase = async (): Promise<Program> => {
  const { place, stop } = await createDatabaseFiles({
    ...{ database, random: systemRandom, clock: systemClock, kdf: QUICK_KDF },
    ...{ running: () => performance.now(), leaseMs: 1000 },
  });
  ends.push(stop);
  return programOver(place);
};
const textsIn = async ({ files }: Program, name: string): Promise<readonly string[]> => {
  const file = await files.open(name, 'p');
  const { snapshot, entries } = await file.load();
  await file.close();
  return [snapshot!, ...entries].map((each) => new TextDecoder().decode(each));
};
const make = async ({ files }: Program, name: string): Promise<void> => {
  const file = await files.create(name, 'p', utf8('content'));
  await file.append(utf8('one'));
  await file.append(utf8('two'));
  await file.close();
};
const move = (from: Program, to: Program, name: string, removes = false): Promise<string> =>
  moveWallet({ from: from.place, to: to.place, random: systemRandom }, name, { removes });

it('refuses a wallet whose file is damaged: its keys file has the state at its creation', async () => {
  const [from, to] = [await inFolder(), await inDatabase()];
  await make(from, 'a');
  const damaged = new Uint8Array(readFileSync(join(dir, 'a')));
  damaged[100]! ^= 1;
  writeFileSync(join(dir, 'a'), damaged);
  await expect(move(from, to, 'a', true)).rejects.toMatchObject({ code: 'file_damaged' });
  await expect(from.files.exportFile('a')).rejects.toMatchObject({ code: 'file_damaged' });
  expect(new Uint8Array(readFileSync(join(dir, 'a')))).toEqual(damaged);
  await expect(to.files.open('a', 'p')).rejects.toMatchObject({ code: 'wallet_not_found' });
});

it('leaves the remains of a damaged file, which no copy has', async () => {
  await make(await inFolder(), 'a');
  const remains = join(dir, 'a.damaged');
  writeFileSync(remains, 'notes and keys');
  const place = folderPlace(withFaults(openFolder(dir, { keepsDamaged: true })), systemRandom);
  await move(programOver(place), await inDatabase(), 'a', true);
  expect(readFileSync(remains, 'utf8')).toBe('notes and keys');
  await expect((await inFolder()).files.open('a', 'p')).rejects.toMatchObject({ code: 'wallet_not_found' });
});

const WAYS = [
  ['folder to database', inFolder, inDatabase],
  ['database to folder', inDatabase, inFolder],
] as const;
describe.each(WAYS)('from %s', (_way, source, target) => {
  it('has everything there, leaves the source as it is, and says so when it is given again', async () => {
    const [from, to] = [await source(), await target()];
    await make(from, 'a');
    expect(await move(from, to, 'a')).toBe('copied');
    expect(await textsIn(await target(), 'a')).toEqual(['content', 'one', 'two']);
    expect(await textsIn(from, 'a')).toEqual(['content', 'one', 'two']);
    expect(await move(from, to, 'a')).toBe('there');
  });
  it('removes the source when it is told to, also when an earlier command was ended before it did', async () => {
    const [from, to] = [await source(), await target()];
    await make(from, 'a');
    await move(from, to, 'a');
    expect(await move(from, to, 'a', true)).toBe('there');
    await expect(from.files.open('a', 'p')).rejects.toMatchObject({ code: 'wallet_not_found' });
    expect(await textsIn(to, 'a')).toEqual(['content', 'one', 'two']);
  });
  it('refuses a wallet that a program has open, here or there', async () => {
    const [from, to] = [await source(), await target()];
    await make(from, 'a');
    const open = await (await source()).files.open('a', 'p');
    await expect(move(from, to, 'a')).rejects.toMatchObject({ code: 'wallet_open_elsewhere' });
    await open.close();
    await move(from, to, 'a');
    const copy = await (await target()).files.open('a', 'p');
    await expect(move(from, to, 'a')).rejects.toMatchObject({ code: 'wallet_open_elsewhere' });
    await copy.close();
  });
  it('refuses to replace another wallet, or a newer state, and removes nothing', async () => {
    const [from, to] = [await source(), await target()];
    await make(from, 'a');
    await make(to, 'a');
    await expect(move(from, to, 'a', true)).rejects.toMatchObject({ code: 'wallet_exists' });
    await make(from, 'b');
    await move(from, to, 'b');
    const file = await to.files.open('b', 'p');
    await file.append(utf8('three'));
    await file.close();
    await expect(move(from, to, 'b', true)).rejects.toMatchObject({ code: 'wallet_exists' });
    expect(await textsIn(from, 'b')).toEqual(['content', 'one', 'two']);
  });
  it('notices a record that reads back differently, and keeps the source', async () => {
    const [from, to] = [await source(), await target()];
    await make(from, 'a');
    let written = false;
    const disk: WalletPlace['disk'] = {
      ...to.place.disk,
      create: async (header, records) => (written = await to.place.disk.create(header, records)),
      read: async (name) => {
        const found = await to.place.disk.read(name);
        if (!written || !found) return found;
        const [first, ...rest] = found.records as { readonly sealed: Uint8Array }[];
        return {
          ...found,
          records: [{ ...first, sealed: first!.sealed.map((byte, i) => (i ? byte : byte ^ 1)) }, ...rest],
        };
      },
    };
    const wrong = { ...to, place: { ...to.place, disk } };
    await expect(move(from, wrong, 'a', true)).rejects.toMatchObject({ data: { what: 'the copy' } });
    expect(await textsIn(from, 'a')).toEqual(['content', 'one', 'two']);
  });
});
