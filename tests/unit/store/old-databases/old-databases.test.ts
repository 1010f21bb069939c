/**
 * Databases and files that shipped versions wrote, opened by this one. A stored one is never edited. With
 * OSTRO_MAKE_OLD_DATABASE=1 this test writes the one of the current schema, once.
 */
import 'fake-indexeddb/auto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import type { PasskeySecret } from '../../../../src/ports/wallet-files.ts';
import { KDF } from '../../../../src/store/crypt.ts';
import { migrations } from '../../../../src/store/migrations/all.ts';
import { setupWorld, texts } from '../world.ts';
import { dumpDatabase, restoreDatabase, type DatabaseDump } from './dump.ts';

interface OldDatabase {
  readonly source: string;
  readonly date: string;
  readonly password: string;
  /** From schema 2 on: what the authenticator answers, in hex, and the PIN. */
  readonly passkey?: { readonly output: string; readonly pin: string };
  readonly database: DatabaseDump;
  /** The wallet `old` of it, exported, in hex. */
  readonly file: string;
}

const NAME = 'old wällét';
const TEXTS = ['snapshot', 'entry one', 'entry two'];
const newest = migrations.at(-1)!.version;
const pathOf = (name: string) => join(import.meta.dirname, `${name}.json`);

const secretOf = ({ output, pin }: NonNullable<OldDatabase['passkey']>): PasskeySecret => ({
  output: fromHex(output),
  pin,
});

const make = async (): Promise<OldDatabase> => {
  const world = setupWorld({ kdf: KDF });
  const files = world.tab();
  const password = 'old pässwörd';
  const file = await files.create(NAME, password, utf8('compacted'));
  await file.compact(utf8(TEXTS[0]!));
  for (const text of TEXTS.slice(1)) await file.append(utf8(text));
  const passkey = { output: '5a'.repeat(32), pin: '704216' };
  const asked = { credential: new Uint8Array(16).fill(3), salt: new Uint8Array(32).fill(4) };
  await file.addPasskey(password, asked, secretOf(passkey));
  await file.close();
  const database = await openDB(world.databaseName);
  return {
    source: `written by src/store at schema ${newest} (fake-indexeddb), tests/unit/store/old-databases/old-databases.test.ts`,
    date: new Date().toISOString().slice(0, 10),
    password,
    passkey,
    database: await dumpDatabase(database),
    file: toHex(await files.exportFile(NAME)),
  };
};

if (process.env['OSTRO_MAKE_OLD_DATABASE'] && !existsSync(pathOf(`v${newest}`)))
  writeFileSync(pathOf(`v${newest}`), `${JSON.stringify(await make(), undefined, 2)}\n`);

const versions = readdirSync(import.meta.dirname).flatMap((file) => {
  const [, version] = /^v(\d+)\.json$/.exec(file) ?? [];
  return version === undefined ? [] : [Number(version)];
});

it('every schema version has a stored database', () => {
  expect(versions.sort((a, b) => a - b)).toEqual(migrations.map(({ version }) => version));
});

const readOld = (name: string) => JSON.parse(readFileSync(pathOf(name), 'utf8')) as OldDatabase;

describe.each(versions)('a database of schema %i', (version) => {
  const old = readOld(`v${version}`);

  it('opens, is read whole, and accepts new entries', async () => {
    const world = setupWorld();
    await restoreDatabase(world.databaseName, old.database);
    const files = world.tab();
    expect((await files.list()).map(({ name }) => name)).toEqual([NAME]);
    const file = await files.open(NAME, old.password);
    expect(await texts(file)).toEqual(TEXTS);
    await file.append(utf8('new'));
    expect(await texts(file)).toEqual([...TEXTS, 'new']);
  });

  it('takes a passkey, which opens it afterwards', async () => {
    const world = setupWorld();
    await restoreDatabase(world.databaseName, old.database);
    const files = world.tab();
    const file = await files.open(NAME, old.password);
    const secret = { output: new Uint8Array(32).fill(9), pin: '' };
    await file.addPasskey(old.password, { credential: new Uint8Array(8), salt: new Uint8Array(32) }, secret);
    await file.close();
    expect(await texts(await files.open(NAME, secret))).toEqual(TEXTS);
  });

  it('has an exported file that opens, and exports the same file', async () => {
    const files = setupWorld().tab();
    await files.importFile(fromHex(old.file));
    expect(toHex(await files.exportFile(NAME))).toBe(old.file);
    expect(await texts(await files.open(NAME, old.password))).toEqual(TEXTS);
  });
});

it.each(versions.filter((version) => version >= 2))(
  'a database of schema %i opens with its passkey and PIN, and not without the PIN',
  async (version) => {
    const old = readOld(`v${version}`);
    const world = setupWorld();
    await restoreDatabase(world.databaseName, old.database);
    const files = world.tab();
    const secret = secretOf(old.passkey!);
    await expect(files.open(NAME, { ...secret, pin: '' })).rejects.toMatchObject({ code: 'wrong_passkey' });
    expect(await texts(await files.open(NAME, secret))).toEqual(TEXTS);
  },
);

it('a wallet whose tab was killed before its first entry is listed and removed; others are not touched', async () => {
  const old = readOld('v2-unfinished');
  const world = setupWorld();
  await restoreDatabase(world.databaseName, old.database);
  const files = world.tab();
  expect((await files.list()).map(({ name }) => name).sort()).toEqual(['unfinished', 'whole']);
  const file = await files.open('unfinished', old.password);
  await expect(file.load()).rejects.toMatchObject({ code: 'file_unfinished', data: { name: 'unfinished' } });
  await file.close();
  await expect(files.importFile(fromHex(old.file), 'copy')).rejects.toMatchObject({
    code: 'file_unfinished',
  });
  await files.remove('unfinished', old.password);
  expect((await files.list()).map(({ name }) => name)).toEqual(['whole']);
  expect(await texts(await files.open('whole', old.password))).toEqual(['keys']);
});
