/** What the browser loads: the production build, and beside it, in `bench/`, the page that drives its wallet worker. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { serveFolder } from '../../src/server/http/serve-folder.ts';
import { run } from '../../scripts/tools/setup/process.mjs';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { SetupError } from '../../src/server/errors.mjs';

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Builds both into a folder of their own and serves them with the production headers. */
export async function startSite() {
  const root = mkdtempSync(join(tmpdir(), 'ostro-bench-site-'));
  const clean = () => rmSync(root, { recursive: true, force: true });
  process.once('exit', clean);
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [
    vite,
    'build',
    '--logLevel',
    'warn',
    '--outDir',
    relative(projectRoot, root),
    '--emptyOutDir',
  ];
  const { code, output } = await run(process.execPath, args, { cwd: projectRoot, quiet: true });
  if (code !== 0 || !existsSync(join(root, 'index.html')))
    throw new SetupError(`The build failed:\n${output}`);
  await build({
    configFile: false,
    root: join(projectRoot, 'tests', 'bench'),
    base: './',
    publicDir: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir: join(root, 'bench'),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  const asset = (pattern: RegExp) => {
    const name = readdirSync(join(root, 'assets')).find((each) => pattern.test(each));
    if (name === undefined) throw new SetupError(`The build holds no ${pattern.source}.`);
    return `/assets/${name}`;
  };
  const server = await serveFolder({ root });
  return {
    root,
    appUrl: server.url,
    port: server.port,
    benchUrl: `${server.url}bench/index.html`,
    walletWorker: asset(/^wallet\.worker-[\w-]+\.js$/),
    stop: async () => {
      await server.stop();
      clean();
    },
  };
}

/* The suite `load`: what a first visit downloads, and how long until the person can do something. */

/** The weight of `files`, as a host that compresses would send them. */
export function weigh(files: readonly string[]) {
  const all = files.map((file) => readFileSync(file));
  const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0);
  return {
    bytes_raw: sum(all.map((bytes) => bytes.length)),
    bytes_gzip: sum(all.map((bytes) => gzipSync(bytes, { level: 9 }).length)),
  };
}

/** All files below `folder`. */
export function filesIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile());
}
