/** The built app's worker entries. The journeys in WebKit (tests/engines), which need this, run with `npm run test:all` only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';

it('no part imports from the entry of a worker, which WebKit would run a second time', async () => {
  const assets = join(await ensureBuilt(), 'assets');
  const files = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const entries = files.filter((name) => /^\w+\.worker-/.test(name));
  expect(entries.length).toBeGreaterThan(2);
  const importing = files.filter((name) =>
    entries.some((entry) => readFileSync(join(assets, name), 'utf8').includes(`"./${entry}"`)),
  );
  expect(importing).toEqual([]);
});
