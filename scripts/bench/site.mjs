/** What the browser loads: the production build, and beside it, in `bench/`, the page that drives its wallet worker. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from 'vite';
import { run } from '../tools/setup/process.mjs';
import { serveFolder } from '../tools/app/serve.mjs';
import { projectRoot, SetupError } from '../tools/setup/setup.mjs';

/** @typedef {Awaited<ReturnType<typeof startSite>>} Site */

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
  const asset = (/** @type {RegExp} */ pattern) => {
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
