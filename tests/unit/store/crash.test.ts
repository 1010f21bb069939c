import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import { failWrites } from './fail-writes.ts';
import { outcome, setupWorld, texts } from './world.ts';

const tear = failWrites();
afterEach(() => tear(undefined));

describe('a transaction that is interrupted', () => {
  // append: record, header. compact: delete, record, header.
  it.each([
    ['append', 0],
    ['append', 1],
    ['compact', 0],
    ['compact', 1],
    ['compact', 2],
    ['changePassword', 0],
  ] as const)(
    '%s after write %i leaves the old state, in this tab and after a restart',
    async (step, after) => {
      for (const name of ['QuotaExceededError', 'UnknownError', 'AbortError'] as const) {
        const world = setupWorld();
        const file = await world.tab().create('a', 'pass', utf8('one'));
        await file.append(utf8('two'));
        tear({ after, name });
        const torn =
          step === 'append'
            ? file.append(utf8('torn'))
            : step === 'compact'
              ? file.compact(utf8('torn'))
              : file.changePassword('pass', 'torn');
        expect(await outcome(torn)).toBe(
          name === 'QuotaExceededError' ? 'storage_full' : 'storage_unavailable',
        );
        tear(undefined);
        expect(await texts(file)).toEqual(['one', 'two']);
        await file.append(utf8('three'));
        const reopened = await world.tab().open('a', 'pass', { takeOver: true });
        expect(await texts(reopened)).toEqual(['one', 'two', 'three']);
      }
    },
  );

  it('creates or imports no partial wallet', async () => {
    const files = setupWorld().tab();
    const file = await files.create('a', 'pass', utf8('one'));
    for (const entry of ['two', 'three']) await file.append(utf8(entry));
    const exported = await files.exportFile('a');
    for (const after of [0, 1, 2, 3]) {
      tear({ after, name: 'QuotaExceededError' });
      expect(await outcome(files.importFile(exported, 'b'))).toBe('storage_full');
    }
    // Record, header; then all of it is stored.
    for (const after of [0, 1]) {
      tear({ after, name: 'QuotaExceededError' });
      expect(await outcome(files.create('c', 'pass', utf8('content')))).toBe('storage_full');
    }
    tear(undefined);
    expect((await files.list()).map(({ name }) => name)).toEqual(['a']);
    expect((await files.storageHealth()).vanished).toEqual([]);
    await files.importFile(exported, 'b');
    expect(await texts(await files.open('b', 'pass'))).toEqual(['one', 'two', 'three']);
    expect(await texts(await files.create('c', 'pass', utf8('content')))).toEqual(['content']);
  });

  it('removes no wallet in part', async () => {
    const files = setupWorld().tab();
    const file = await files.create('a', 'pass', utf8('one'));
    await file.close();
    tear({ after: 0, name: 'UnknownError' });
    expect(await outcome(files.remove('a', 'pass'))).toBe('storage_unavailable');
    tear(undefined);
    expect(await texts(await files.open('a', 'pass'))).toEqual(['one']);
    expect((await files.storageHealth()).vanished).toEqual([]);
  });
});

describe('a tab that is killed', () => {
  it('leaves every committed batch for the next tab', async () => {
    const world = setupWorld();
    const dying = world.tab();
    const file = await dying.create('a', 'pass', utf8('first'));
    const committed: string[] = [];
    const running = Array.from({ length: 20 }, (_, i) =>
      file.append(utf8(`batch ${i}`)).then(() => committed.push(`batch ${i}`)),
    );
    await running[7];
    const known = [...committed];
    dying.close(); // no more transactions; those under way still end
    await Promise.allSettled(running);
    const found = await texts(await world.tab().open('a', 'pass', { takeOver: true }));
    expect(found.slice(1, known.length + 1)).toEqual(known);
    expect(found).toEqual(['first', ...Array.from({ length: found.length - 1 }, (_, i) => `batch ${i}`)]);
  });
});
