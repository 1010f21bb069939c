#!/usr/bin/env node
/**
 * `npm run build:package`: packs the wallet server as the npm package `ostro-wallet-rpc`: the server and its threads, the
 * builds of the kernel, package.json, README and licence, as a folder and as the file that `npm pack` makes of it.
 * `npm run build:package -- FOLDER` writes somewhere else than dist-package.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build } from 'vite';
import { parseJson } from '../setup/json.mjs';
import { run } from '../setup/process.mjs';
import { projectRoot, SetupError } from '../setup/setup.mjs';

const source = join(projectRoot, 'src/server');

/** The server, and the program of its threads: they need Node alone, and no file of the source tree. */
const buildServer = (outDir: string) =>
  build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    publicDir: false,
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { server: join(source, 'package/main.ts'), thread: join(projectRoot, 'src/node/thread.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name].mjs' },
      },
    },
  });

/** package.json with the version of the project. */
const packageText = () => {
  const read = (path: string) =>
    parseJson(readFileSync(join(projectRoot, path), 'utf8')) as Readonly<Record<string, unknown>>;
  const version = read('package.json')['version'];
  return `${JSON.stringify({ ...read('src/server/package/package.json'), version }, null, 2)}\n`;
};

const main = async () => {
  const outDir = resolve(process.argv[2] ?? join(projectRoot, 'dist-package'));
  const folder = join(outDir, 'package');
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildServer(folder);
  const builds = join(projectRoot, 'src/kernel/wasm');
  for (const name of readdirSync(builds).filter((each) => each.endsWith('.wasm')))
    cpSync(join(builds, name), join(folder, 'kernel', name));
  writeFileSync(join(folder, 'package.json'), packageText());
  cpSync(join(source, 'package/README.md'), join(folder, 'README.md'));
  cpSync(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE'));
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
