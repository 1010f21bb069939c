/** The list of generators, which `npm run gen`, `npm run gen:check` and `npm test` read. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GENERATORS } from '../../../../../scripts/tools/build/generators.ts';

const tools = join(import.meta.dirname, '../../../../../scripts/tools');

it('has every program whose name says that it generates files', () => {
  const programs = ['build', 'texts'].flatMap((folder) =>
    readdirSync(join(tools, folder))
      .filter((name) => /^gen-.*\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect([...GENERATORS].sort()).toEqual(programs.sort());
});
