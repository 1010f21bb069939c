/**
 * The folder of the wallet server, with a kill or an error at every single file operation of a wallet's life: what was
 * answered is there when it is opened again, and what was refused has changed nothing.
 */
import { readdirSync } from 'node:fs';
import nodeFs from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openFolder } from '../../../src/server/files/folder.ts';
import { thisProgram, type ProgramIdentity } from '../../../src/server/files/owner.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import { isFault } from '../../../src/base/fault.ts';
import type { WalletFile, WalletFiles } from '../../../src/ports/wallet-files.ts';
import { createFailingFs, type FailingFs, type Outage } from '../../support/failing-fs.ts';
import { createFolderWorld, texts, walletsIn, type FolderWorld } from './folder-world.ts';
import { inTier } from '../../support/tier.ts';

interface Known {
  readonly password: string;
  readonly texts: readonly string[];
}
interface Step {
  readonly run: (file: WalletFile) => Promise<void>;
  readonly then: (before: Known) => Known;
}
const append = (text: string): Step => ({
  run: (file) => file.append(utf8(text)),
  then: (before) => ({ ...before, texts: [...before.texts, text] }),
});
const newPassword = (from: string, to: string): Step => ({
  run: (file) => file.changePassword(from, to),
  then: (before) => ({ ...before, password: to }),
});
const store = (text: string, everywhere: boolean): Step => ({
  run: (file) => file.compact(utf8(text), { everywhere }),
  then: (before) => ({ ...before, texts: [text] }),
});
const CREATED: Known = { password: 'pw', texts: ['keys'] };
const LIFE: readonly Step[] = [
  append('one'),
  newPassword('pw', 'new'),
  append('two'),
  store('all', false),
  append('three'),
  store('everything', true),
  append('four'),
];

let world: FolderWorld;
afterEach(() => world.dispose());

/** A program that no longer runs by the time others look at its lock. */
const ended = (): ProgramIdentity => ({ ...thisProgram(), pid: 4_194_303, start: '1' });
const program = (outage?: Outage): { readonly files: WalletFiles; readonly disk: FailingFs } => {
  const disk = createFailingFs(outage);
  return { files: walletsIn(openFolder(world.dir, { fs: disk.fs, me: ended() })), disk };
};
const untilKilled = <T>({ killed }: FailingFs, work: Promise<T>): Promise<T | 'killed'> =>
  Promise.race([work, killed.then(() => 'killed' as const)]);

/** The wallet's content as another program reads it, and the password that opened it. */
const found = async (): Promise<Known | undefined> => {
  const { files } = program();
  const opened: Known[] = [];
  for (const password of ['pw', 'new']) {
    const file = await files.open('a', password).catch((error: unknown) => {
      if (isFault(error, 'wrong_password') || isFault(error, 'wallet_not_found')) return undefined;
      throw error;
    });
    if (!file) continue;
    opened.push({ password, texts: (await texts(file)) as string[] });
    await file.close();
  }
  expect(opened.length).toBeLessThanOrEqual(1);
  return opened[0];
};

/** Runs until the outage ends it. Answers the acknowledged records, and the last request. */
const live = async (
  after: number,
): Promise<{
  readonly known: Known | undefined;
  readonly next: Known | undefined;
  readonly over: boolean;
}> => {
  const { files, disk } = program({ kind: 'killed', after });
  const file = await untilKilled(disk, files.create('a', 'pw', utf8('keys')));
  let known = CREATED;
  if (file === 'killed') return { known: undefined, next: known, over: false };
  for (const step of LIFE) {
    const next = step.then(known);
    if ((await untilKilled(disk, step.run(file))) === 'killed') return { known, next, over: false };
    known = next;
  }
  const over = (await untilKilled(disk, file.close())) !== 'killed';
  return { known, next: known, over };
};

// threat: half-done
describe('a wallet server', () => {
  it('that is killed at any operation on its folder has lost nothing that it answered', async () => {
    let over = false;
    let kills = 0;
    for (let after = 0; !over; after++) {
      world = createFolderWorld();
      const { known, next, over: done } = await live(after);
      over = done;
      const there = await found();
      if (known) expect([known, next]).toContainEqual(there);
      else expect([undefined, next]).toContainEqual(there);
      // The wallet can be used again, and its files agree.
      if (there) {
        const file = await program().files.open('a', there.password);
        await file.append(utf8('on'));
        await file.close();
        expect(await found()).toEqual({ ...there, texts: [...there.texts, 'on'] });
        for (const spare of [true, false]) {
          const { files } = program();
          if (spare) world.put('a', new Uint8Array(9));
          const other = there.password === 'pw' ? 'new' : 'pw';
          await expect(files.open('a', other)).rejects.toMatchObject({ code: 'wrong_password' });
        }
        // Files of an interrupted claim are removed a minute later.
        const left = readdirSync(world.dir).filter((name) => !/\.lock\.[0-9a-f]{32}\.new$/.test(name));
        expect(left.filter((name) => /lock|new/.test(name))).toEqual([]);
      }
      kills += 1;
      world.dispose();
    }
    expect(kills).toBeGreaterThan(40);
  });

  // In `npm test` each operation is refused once, with one of the two codes.
  const step = inTier({ short: 2, long: 1 });
  it.each([
    ['ENOSPC', 'storage_full', 0],
    ['EROFS', 'folder_read_only', step - 1],
  ] as const)(
    'whose disk refuses one operation (%s) reports it, has changed nothing, and continues',
    async (code, fault, first) => {
      let refusals = 0;
      for (let after = first; after < 200; after += step) {
        world = createFolderWorld();
        const { files, disk } = program({ kind: 'refused', after, code });
        let known = CREATED;
        let file = await files.create('a', 'pw', utf8('keys')).catch((error: unknown) => {
          expect(error).toMatchObject({ code: fault });
          // No file is left, not even an empty lock.
          expect(readdirSync(world.dir)).toEqual([]);
          refusals += 1;
          return undefined;
        });
        file ??= await files.create('a', 'pw', utf8('keys'));
        for (const step of LIFE) {
          const refused: unknown = await step.run(file).catch((error: unknown) => error);
          if (refused === undefined) known = step.then(known);
          else {
            expect(refused).toMatchObject({ code: fault });
            refusals += 1;
            expect(await texts(file)).toEqual(known.texts);
            // A repeated call succeeds.
            await step.run(file);
            known = step.then(known);
          }
        }
        await file.close();
        expect(await found()).toEqual(known);
        const all = disk.log.length;
        world.dispose();
        if (all <= after) break;
      }
      expect(refusals).toBeGreaterThan(15 / step);
    },
  );

  it('whose disk stays full can close its wallet, which then contains everything that it answered', async () => {
    for (let after = 4; after < 40; after += 3) {
      world = createFolderWorld();
      const { files } = program({ kind: 'refused', after, code: 'ENOSPC', lasting: true });
      const file = await files.create('a', 'pw', utf8('keys')).catch(() => undefined);
      let known = CREATED;
      let refused = false;
      for (const step of file ? LIFE : [])
        await step.run(file!).then(
          () => {
            expect(refused).toBe(false);
            known = step.then(known);
          },
          () => (refused = true),
        );
      await file?.close();
      expect(await found()).toEqual(file ? known : undefined);
      world.dispose();
    }
  });

  it('goes on after each step of which the disk does not know whether it took place', async () => {
    let unsure = 0;
    for (const at of LIFE.keys()) {
      world = createFolderWorld();
      let failing = false;
      const fs: typeof nodeFs = {
        ...nodeFs,
        open: (path, ...how) =>
          failing && path === world.dir
            ? Promise.reject(Object.assign(new Error('EIO: open'), { code: 'EIO' }))
            : nodeFs.open(path, ...how),
      };
      const file = await walletsIn(openFolder(world.dir, { fs, me: ended() })).create(
        'a',
        'pw',
        utf8('keys'),
      );
      let known = CREATED;
      for (const [index, step] of LIFE.entries()) {
        failing = index === at;
        const refused: unknown = await step.run(file).catch((error: unknown) => error);
        failing = false;
        if (refused === undefined) known = step.then(known);
        else {
          unsure += 1;
          expect(refused).toMatchObject({ code: 'storage_uncertain' });
          // The wallet is as before.
          const { password } = known;
          await file.changePassword(password, 'other');
          await file.changePassword('other', password);
          await file.append(utf8('next'));
          known = append('next').then(known);
          await step.run(file);
          known = step.then(known);
        }
      }
      await file.close();
      expect(await found()).toEqual(known);
      world.dispose();
    }
    expect(unsure).toBeGreaterThan(2);
  });

  it('takes a new password after an entry of which the disk does not know whether it has it', async () => {
    world = createFolderWorld();
    const folder = openFolder(world.dir);
    let unsure = false;
    const file = await walletsIn({
      ...folder,
      append: async (name, at, bytes) => {
        await folder.append(name, at, bytes);
        if (unsure) throw new Error('EUNCERTAIN: EIO');
      },
    }).create('a', 'pw', utf8('keys'));
    await file.append(utf8('one'));
    unsure = true;
    await expect(file.append(utf8('two'))).rejects.toMatchObject({ code: 'storage_uncertain' });
    unsure = false;
    await file.changePassword('pw', 'new');
    await file.append(utf8('three'));
    await file.close();
    expect(await found()).toEqual({ password: 'new', texts: ['keys', 'one', 'three'] });
  });

  it.each([
    ['EDQUOT', 'storage_full'],
    ['EACCES', 'folder_denied'],
    ['EPERM', 'folder_denied'],
    ['EIO', 'storage_unavailable'],
  ])('reports %s as its fault', async (code, fault) => {
    world = createFolderWorld();
    const { files } = program({ kind: 'refused', after: 0, code });
    await expect(files.create('a', 'pw', utf8('keys'))).rejects.toMatchObject({ code: fault });
  });

  it('answers a commit only when file and folder are on the disk', async () => {
    world = createFolderWorld();
    const { files, disk } = program();
    const during = async (work: Promise<unknown>): Promise<string[]> => {
      disk.log.length = 0;
      await work;
      return [...disk.log];
    };
    const whole = (name: string) => [`create ${name}.new`, `write ${name}.new`, `sync ${name}.new`];
    const folder = `sync ${world.dir.replace(/^.*[/\\]/, '')}`;
    const file = await files.create('a', 'pw', utf8('keys'));
    expect(disk.log.at(-1)).toBe(folder);
    expect(await during(file.append(utf8('one')))).toEqual(['write a', 'sync a']);
    expect(await during(file.compact(utf8('all')))).toEqual([...whole('a'), 'rename a', folder]);
    expect(await during(file.changePassword('pw', 'new'))).toEqual([
      ...whole('a.keys'),
      ...whole('a'),
      'rename a',
      'rename a.keys',
      folder,
    ]);
    await file.close();
  });
});
