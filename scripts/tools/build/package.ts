#!/usr/bin/env node
/**
 * `npm run build:package`: packs the npm package `ostro`, the library, the wallet server and the command with its page, as a folder and as the file that
 * `npm pack` makes of it. `npm run build:package -- FOLDER` writes somewhere else than dist-package.
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildApp } from '../app/app.ts';
import { parseJson } from '../../../src/server/json.mjs';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { buildForBrowsers, buildForNode } from './package-code.ts';
import { writeDocs } from './package-docs.ts';
import { checkRepository } from './package-repository.ts';
import { buildTypes } from './package-types.ts';
import { SetupError } from '../../../src/server/errors.mjs';

const source = join(projectRoot, 'src/library/package');

/** package.json with the version of the project. */
const packageText = () => {
  const read = (path: string) => parseJson(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>;
  const { version } = read(join(projectRoot, 'package.json'));
  const manifest = { ...read(join(source, 'package.json')), version };
  checkRepository(manifest, process.env);
  return `${JSON.stringify(manifest, null, 2)}\n`;
};

/** The page that the command `ostro` serves: the files of every build, without those for other hosts and for programmers. */
const buildPage = async (dir: string) => {
  await buildApp(projectRoot, { outDir: dir, ancestors: [] });
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    if (/\.map$|^_headers$|^devnet\.json$|^\./.test(name)) rmSync(join(dir, name));
};

/** npm packs files with their modes, which depend on the umask of whoever builds. */
const setModes = (folder: string) => {
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(item.parentPath, item.name), item.isDirectory() ? 0o755 : 0o644);
};

const main = async () => {
  const outDir = resolve(process.argv[2] ?? join(projectRoot, 'dist-package'));
  const folder = join(outDir, 'package');
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildForNode(join(folder, 'node'));
  await buildForBrowsers(join(folder, 'browser'));
  await buildTypes(join(folder, 'types'));
  await writeDocs(join(folder, 'docs'));
  await buildPage(join(folder, 'page'));
  const builds = join(projectRoot, 'src/kernel/wasm');
  for (const name of readdirSync(builds).filter((each) => each.endsWith('.wasm')))
    cpSync(join(builds, name), join(folder, 'kernel', name));
  writeFileSync(join(folder, 'package.json'), packageText());
  cpSync(join(source, 'README.md'), join(folder, 'README.md'));
  cpSync(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE'));
  setModes(folder);
  const { code, output } = await run('npm', ['pack', '--silent', '--pack-destination', outDir], {
    cwd: folder,
    quiet: true,
  });
  const [file] = readdirSync(outDir).filter((name) => name.endsWith('.tgz'));
  if (code !== 0 || file === undefined) throw new SetupError(`npm pack failed:\n${output.trim()}`);
  console.log(relative(process.cwd(), join(outDir, file)));
};

try {
  await main();
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
