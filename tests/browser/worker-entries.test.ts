/** The built app's workers. The journeys in WebKit (tests/engines), which need this, run with `npm run test:all` only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';

it('a worker from which parts import starts in their copy of it: WebKit runs such a file twice', async () => {
  const assets = join(await ensureBuilt(), 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const code = new Map(scripts.map((name) => [name, readFileSync(join(assets, name), 'utf8')]));
  const shared = scripts.filter(
    (name) => /^\w+\.worker-/.test(name) && [...code.values()].some((each) => each.includes(`"./${name}"`)),
  );
  expect(shared.map((name) => name.split('.')[0]).sort()).toEqual(['frame', 'pool', 'wallet']);
  for (const name of shared) expect(code.get(name), name).toContain('startLastCopy');
});
