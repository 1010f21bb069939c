/** Which stored version pages get, and what is known of another one. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  cacheOf,
  choose,
  chosenVersion,
  removeBefore,
  removeUnused,
  versionInfo,
} from '../../../src/transport/service-worker/stored-versions.ts';
import { FakeCaches } from '../../support/fake-caches.ts';

describe('the stored versions', () => {
  let caches: FakeCaches;
  const store = async (version: string, files: Readonly<Record<string, string>>): Promise<void> => {
    const cache = await caches.open(cacheOf(version));
    for (const [path, text] of Object.entries(files)) await cache.put(path, new Response(text));
  };
  const names = (): readonly string[] =>
    [...caches.all.keys()].filter((name) => name.startsWith(cacheOf('')));
  beforeEach(async () => {
    caches = new FakeCaches();
    await store('aa11', { './': 'old page', 'page-1.js': '1', 'changes.json': '["First."]' });
  });

  it('serve the own version when none is chosen', async () => {
    expect(await chosenVersion(caches, 'aa11')).toBe('aa11');
    expect([...caches.all.keys()]).toEqual([cacheOf('aa11')]);
  });
  // threat: swapped-app
  it('serve the chosen version although a later service worker runs', async () => {
    await choose(caches, 'aa11');
    await store('bb22', { './': 'new page' });
    expect(await chosenVersion(caches, 'bb22')).toBe('aa11');
  });
  it('serve the own version when the files of the chosen one are gone', async () => {
    await choose(caches, 'aa11');
    await caches.delete(cacheOf('aa11'));
    expect(await chosenVersion(caches, 'bb22')).toBe('bb22');
  });
  it('name the changes and count the files that a new version changes', async () => {
    await choose(caches, 'aa11');
    await store('bb22', { './': 'old page', 'page-2.js': '1', 'changes.json': '["Second.", "First."]' });
    expect(await versionInfo(caches, 'bb22')).toEqual({
      own: 'bb22',
      serving: 'aa11',
      changed: 3,
      changes: ['Second.'],
    });
  });
  it.each(['{"a":1}', '[', '[1, null]', `["${'x'.repeat(1001)}"]`])(
    'name no changes when the list is %j',
    async (list) => {
      await choose(caches, 'aa11');
      await store('bb22', { 'changes.json': list });
      expect((await versionInfo(caches, 'bb22')).changes).toEqual([]);
    },
  );
  it('keep the files of the version before while its pages may be open, and remove all others', async () => {
    await choose(caches, 'aa11');
    await store('bb22', { './': 'new page' });
    await choose(caches, 'bb22');
    await store('cc33', { './': 'another' });
    await removeUnused(caches, 'bb22');
    expect(names()).toEqual([cacheOf('aa11'), cacheOf('bb22')]);
    await removeBefore(caches);
    expect(names()).toEqual([cacheOf('bb22')]);
  });
  it('never remove the chosen version', async () => {
    await choose(caches, 'aa11');
    await store('bb22', { './': 'new page' });
    await removeUnused(caches, 'bb22');
    await removeBefore(caches);
    expect(names()).toEqual([cacheOf('aa11'), cacheOf('bb22')]);
  });
});
