#!/usr/bin/env node
/**
 * `npm run check:reproducible`: builds the app here and in a copy in another folder. Both must have the same files
 * with the same bytes, so that anybody can compare a release with its source. Source maps are left out: they name the
 * packages by the path of node_modules, which the copy shares.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp, ensureBuilt } from '../app/app.mjs';
import { ensureDependencies, projectRoot, SetupError } from '../setup/setup.mjs';
import { copyTree } from '../checks/tree-copy.mjs';

const hashes = (/** @type {string} */ folder) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile() && !item.name.endsWith('.map'))
      .map((item) => join(item.parentPath, item.name))
      .map((path) => [
        path.slice(folder.length + 1),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );

const compare = async () => {
  await ensureDependencies();
  const here = hashes(await ensureBuilt());
  const copy = copyTree(projectRoot);
  await buildApp(copy);
  const there = hashes(join(copy, 'dist'));
  const differing = [...new Set([...here.keys(), ...there.keys()])].filter(
    (path) => here.get(path) !== there.get(path),
  );
  for (const path of differing.sort())
    console.error(
      `${path}: ${here.get(path) ?? 'missing'} here, ${there.get(path) ?? 'missing'} in the copy`,
    );
  if (differing.length === 0) console.log(`${here.size} files, the same bytes in both builds`);
  return differing.length === 0;
};

try {
  process.exitCode = (await compare()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
