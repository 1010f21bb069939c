#!/usr/bin/env node
/**
 * `npm run check:reproducible`: builds the app, the SDK, the offline edition, the extension and the npm package here and in a copy in another folder. Both
 * must have the same files with the same bytes, so that anybody can compare a release with its source. Source maps are left
 * out: they name the packages by the path of node_modules, which the copy shares.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp, ensureBuilt } from '../app/app.ts';
import { run } from '../setup/process.mjs';
import { projectRoot, SetupError } from '../setup/setup.mjs';
import { copyTree } from '../checks/tree-copy.mjs';

const hashes = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile() && !item.name.endsWith('.map'))
      .map((item) => join(item.parentPath, item.name))
      .map((path) => [
        path.slice(folder.length + 1),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );

const PARTS = ['sdk', 'offline', 'extension', 'package'] as const;
type Part = (typeof PARTS)[number];

/** Builds `dist-sdk`, `dist-offline`, `dist-extension` or `dist-package` below `root`, with the program that is there. */
const buildPart = async (root: string, name: Part) => {
  const program = join(root, `scripts/tools/build/${name}.ts`);
  const { code, output } = await run(process.execPath, [join(root, 'scripts/run.mjs'), program], {
    cwd: root,
    quiet: true,
  });
  if (code !== 0) throw new SetupError(`The build of ${name} failed:\n${output.trim()}`);
  return hashes(join(root, `dist-${name}`));
};

/** Says which files differ. True: none. */
const areEqual = (name: string, here: ReadonlyMap<string, string>, there: ReadonlyMap<string, string>) => {
  const differing = [...new Set([...here.keys(), ...there.keys()])].filter(
    (path) => here.get(path) !== there.get(path),
  );
  for (const path of differing.sort())
    console.error(
      `${name}/${path}: ${here.get(path) ?? 'missing'} here, ${there.get(path) ?? 'missing'} in the copy`,
    );
  if (differing.length === 0) console.log(`${name}: ${here.size} files, the same bytes in both builds`);
  return differing.length === 0;
};

const compare = async () => {
  const copy = copyTree(projectRoot);
  const app = hashes(await ensureBuilt());
  await buildApp(copy);
  const same = [areEqual('dist', app, hashes(join(copy, 'dist')))];
  for (const part of PARTS)
    same.push(areEqual(`dist-${part}`, await buildPart(projectRoot, part), await buildPart(copy, part)));
  return same.every(Boolean);
};

try {
  process.exitCode = (await compare()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
