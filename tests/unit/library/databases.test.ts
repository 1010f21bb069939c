/** The storage postgres() of the package: one database for the wallets of a program. */
import { describe, expect, it } from 'vitest';
import { databaseOf, openDatabase } from '../../../src/library/databases.ts';
import { createWallet, postgres } from '../../../src/library/wallets.ts';
import { nodePlatform } from '../../../src/library/node-platform.ts';
import { setPlatform } from '../../../src/library/platform.ts';
import { sourceTree } from '../../../src/nodejs/source-tree.ts';
import { shareStore } from '../../../src/nodejs/wallet-store.ts';

setPlatform(nodePlatform(sourceTree));

describe('refuses', () => {
  it.each(['', 'shop', 'postgres://', 'mysql://127.0.0.1/x'])('the address %j', (wrong) => {
    expect(() => postgres(wrong)).toThrow(/postgres:\/\/USER@HOST/);
  });
  it('a database that does not answer', async () => {
    const away = postgres('postgres://nobody@127.0.0.1:1/none');
    await expect(away.list()).rejects.toMatchObject({ reason: 'storage_unavailable' });
    await expect(createWallet({ storage: away })).rejects.toMatchObject({ reason: 'storage_unavailable' });
  });
  it('an object that only looks like one', () => {
    const storage = openDatabase('postgres://127.0.0.1/x');
    expect(() => databaseOf({ ...storage })).toThrow(/what postgres\(\) returned/);
  });
});

it('opens the database with the first use, ends it with the last, and tries again after a failure', async () => {
  const said: string[] = [];
  let fails = true;
  const { use, leave } = shareStore(() => {
    said.push('open');
    if (fails) return Promise.reject(new Error('away'));
    return Promise.resolve({
      ...{
        files: {} as never,
        place: {} as never,
        join: () => Promise.reject(new Error('no others')),
        answers: () => Promise.resolve(),
      },
      names: () => Promise.resolve([]),
      end: () => Promise.resolve(void said.push('end')),
    });
  });
  await expect(Promise.all([use(), use()])).rejects.toThrow('away');
  fails = false;
  await Promise.all([use(), use()]);
  await leave();
  expect(said).toEqual(['open', 'open']);
  await leave();
  expect(said).toEqual(['open', 'open', 'end']);
});
