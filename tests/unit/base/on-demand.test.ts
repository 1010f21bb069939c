/** Parts of the code that are loaded when they are first used. */
import { expect, it } from 'vitest';
import { loadParts, onDemand } from '../../../src/base/on-demand.ts';

it('loads a part at its first use, and not before', async () => {
  const loads: string[] = [];
  const part = onDemand(() => Promise.resolve(loads.push('part')));
  expect(loads).toEqual([]);
  expect(await part()).toBe(1);
});

it('throws a fault when the part cannot be fetched, and loads it at the next use', async () => {
  let offline = true;
  const part = onDemand(() =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('part'),
  );
  await expect(part()).rejects.toMatchObject({ code: 'part_not_loaded' });
  offline = false;
  expect(await part()).toBe('part');
});

it('leaves an error of the code itself what it is', async () => {
  const bug = new RangeError('of the part');
  await expect(onDemand(() => Promise.reject(bug))()).rejects.toBe(bug);
});

it('loads all parts, also one that another part adds, and goes on after one that cannot be fetched', async () => {
  const loads: string[] = [];
  onDemand(() => Promise.reject(new TypeError('offline')));
  onDemand(() => {
    loads.push('outer');
    onDemand(() => Promise.resolve(loads.push('inner')));
    return Promise.resolve();
  });
  await loadParts();
  expect(loads).toEqual(['outer', 'inner']);
});
