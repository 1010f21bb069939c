/** Planted bugs: the table of their seeds is true, and each place of a bug exists. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inTier, limit } from '../support/tier.ts';
import { findOne, readFound } from './planted/run.ts';
import { PLANTED } from './planted/table.ts';

const found = Object.entries(readFound());

test('the place of each planted bug occurs once in its file', () => {
  const wrong = PLANTED.filter(({ file, search }) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    return text.split(search).length !== 2;
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(PLANTED.length).toBeGreaterThanOrEqual(50);
});
test('the table of found bugs names planted bugs alone', () => {
  const names = new Set(PLANTED.map(({ name }) => name));
  expect(found.filter(([name]) => !names.has(name))).toEqual([]);
});
// Each one takes a process of its own: two in `npm test`, all in `npm run test:all`. Any change of the engine may change which
// invariant breaks first; when a seed finds a bug no longer, `npm run simulate -- --planted --write` looks for another one.
test.each(inTier({ short: found.slice(0, 2), long: found }))(
  'the simulator finds: %s',
  async (name, { seed, days }) => {
    expect(await findOne(name, { first: seed, last: seed, days })).toMatchObject({ seed });
  },
  limit(60),
);
