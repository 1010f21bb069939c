/** Wallets whose names are those of files beside other wallets, or differ from others only in spelling: none is lost. */
import { readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import { contents, createFolderWorld, type FolderWorld } from './folder-world.ts';

let world: FolderWorld;
beforeEach(() => (world = createFolderWorld()));
afterEach(() => world.dispose());

/** Makes a wallet with a commit after its snapshot, as a version that allowed every name did. */
const make = async (name: string): Promise<void> => {
  const file = await world.program().create(name, 'pw', utf8(`keys of ${name}`));
  await file.append(utf8(`more of ${name}`));
  await file.close();
};
const all = (name: string): Promise<unknown> => contents(world.program(), name, 'pw');
const whole = (name: string): readonly string[] => [`keys of ${name}`, `more of ${name}`];

describe('a wallet in a folder', () => {
  // threat: two-owners
  it.each([
    'bank.new',
    'bank.keys.new',
    'bank.lock',
    'bank.stamp',
    'bank.damaged',
    'bank.new.new',
    `bank.lock.${'d'.repeat(32)}.new`,
    `bank.lock.${'d'.repeat(32)}`,
    'BANK.NEW',
  ])('called %s keeps all its data, whatever is done with the wallet bank', async (name) => {
    await make('bank');
    await make(name);
    const long = new Date(Date.now() - 3_600_000);
    for (const file of readdirSync(world.dir)) utimesSync(world.at(file), long, long);
    const bank = await world.program().open('bank', 'pw');
    await bank.changePassword('pw', 'pw');
    await bank.close({ keepCopy: true });
    expect(await all(name)).toEqual(whole(name));
    expect(await all('bank')).toEqual(whole('bank'));
    // NAME cannot be read: it is set aside, and written again.
    world.put('bank', 'damaged');
    const opened = await world.program().open('bank', 'pw');
    await opened.append(utf8('later'));
    await opened.close();
    expect(await all(name)).toEqual(whole(name));
    await world.program().remove('bank', 'pw');
    expect(await all(name)).toEqual(whole(name));
    expect((await world.program().list()).map((each) => each.name)).toEqual([name]);
  });
  it('called bank.keys is not opened, overwritten or removed as the wallet bank', async () => {
    await make('bank.keys');
    await expect(make('bank')).rejects.toMatchObject({ code: 'wallet_exists' });
    await expect(world.program().open('bank', 'pw')).rejects.toThrow();
    await expect(world.program().remove('bank', 'pw')).rejects.toThrow();
    expect((await world.program().list()).map(({ name }) => name)).toEqual(['bank.keys']);
    expect(await all('bank.keys')).toEqual(whole('bank.keys'));
  });
  it('is opened and removed by the name of its keys file, too, as in the reference', async () => {
    await make('bank');
    expect(await all('bank.keys')).toEqual(whole('bank'));
    expect(await contents(world.program('bank'), 'bank.keys', 'pw')).toEqual(whole('bank'));
    await world.program().remove('bank.keys', 'pw');
    expect(readdirSync(world.dir)).toEqual([]);
  });
  it('opens by its name although another system has written the files in another Unicode form', async () => {
    const [nfc, nfd] = ['Käse', 'Käse'.normalize('NFD')];
    await make(nfc);
    for (const suffix of ['', '.keys']) renameSync(world.at(nfc + suffix), world.at(nfd + suffix));
    expect((await world.program().list()).map(({ name }) => name)).toEqual([nfc]);
    const file = await world.program().open(nfd, 'pw');
    await file.append(utf8('new'));
    await file.close();
    expect(await all(nfc)).toEqual([...whole(nfc), 'new']);
    expect(readdirSync(world.dir).sort()).toEqual([nfd, `${nfd}.keys`]);
  });
  it('of --wallet-file is the only one, besides its copy for reading', async () => {
    await make('bank');
    await make('bank.other');
    await expect(world.program('bank').open('bank.other', 'pw')).rejects.toMatchObject({
      code: 'no_wallet_dir',
    });
  });
});

describe('the lock of a wallet', () => {
  it('sweeps temporary files of killed programs and no other', async () => {
    await make('bank');
    const [left, other] = [`bank.lock.${'e'.repeat(32)}.new`, 'bank.lock.notes.new'];
    const long = new Date(Date.now() - 3_600_000);
    for (const file of [left, other]) {
      writeFileSync(world.at(file), 'x');
      utimesSync(world.at(file), long, long);
    }
    await all('bank');
    expect(readdirSync(world.dir).sort()).toEqual(['bank', 'bank.keys', other]);
  });
});
