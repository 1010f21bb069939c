/** The app as a user gets it: built, served with the production headers, and connected to a devnet. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownFrameAncestors } from '../build/frame-ancestors.ts';
import { headersFile } from '../build/header-texts.ts';
import { headersOf, type Page } from '../../../src/server/http/headers.ts';
import { startDevnet, type Devnet } from './devnet.ts';
import { withLock } from '../setup/lock.mjs';
import { run } from '../setup/process.mjs';
import { serveFolder } from '../../../src/server/http/serve-folder.ts';
import { projectRoot } from '../setup/setup.mjs';
import { SetupError } from '../../../src/server/errors.mjs';

const distFolder = join(projectRoot, 'dist');

export interface App {
  readonly url: string;
  readonly devnet: Devnet | undefined;
  readonly stop: () => Promise<void>;
}

/**
 * Builds the sources of `root` to `outDir`, for the pages of `ancestors` (build/frame-ancestors.ts), with more variables
 * of the environment in `env`. The build's own output is shown only when it fails.
 */
export async function buildApp(
  root = projectRoot,
  {
    outDir = join(root, 'dist'),
    ancestors = ownFrameAncestors(),
    env = {},
  }: {
    readonly outDir?: string;
    readonly ancestors?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
) {
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = ['build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'];
  const { code, output } = await run(process.execPath, [vite, ...args], {
    cwd: root,
    quiet: true,
    // The environment of a test says "test", which would change the build.
    env: { ...process.env, ...env, NODE_ENV: 'production', OSTRO_FRAME_ANCESTORS: ancestors.join(' ') },
  });
  if (code !== 0 || !existsSync(join(outDir, 'index.html'))) {
    throw new SetupError(`The build failed:\n${output.trim()}`);
  }
}

/** The sources of a build. */
const buildInputs = [
  ...['src', 'workers', 'public', '.changes', 'CHANGELOG.md', 'vite.config.ts', 'package-lock.json'],
  'release-keys.json',
  ...['index', 'connect', 'frame'].map((page) => `${page}.html`),
  ...[
    'frame-ancestors',
    'headers',
    'header-texts',
    'security-policy',
    'icon',
    'changes',
    'experiment',
    'release-keys',
    'version',
    'sw-precache',
    'inline-parts',
  ].map((plugin) => `scripts/tools/build/${plugin}.ts`),
];

/**
 * The folder of a build that is no older than its sources; built when there is none. A build that is somewhere else
 * can be named in OSTRO_DIST. Safe when several processes ask at once.
 */
export async function ensureBuilt() {
  if (process.env.OSTRO_DIST) return process.env.OSTRO_DIST;
  if (!isFresh())
    await withLock(join(projectRoot, '.cache', 'build.lock'), async () => {
      if (!isFresh()) await buildApp();
    });
  return distFolder;
}

const isFresh = () => {
  const built = join(distFolder, 'precache.json'); // the last file that a build writes
  if (!existsSync(built)) return false;
  // A build for other frames is not the one that is wanted.
  if (readFileSync(join(distFolder, '_headers'), 'utf8') !== headersFile(ownFrameAncestors())) return false;
  const { mtimeMs } = statSync(built);
  return buildInputs
    .map((path) => join(projectRoot, path))
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      statSync(path).isFile()
        ? [path]
        : readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name)),
    )
    .every((path) => statSync(path).mtimeMs <= mtimeMs);
};

/**
 * Builds (unless `build` is false) and starts devnet and server; `bin` is the folder of Monero's programs, without
 * which the app is served alone; `nodes` is the number of the devnet's daemons. With `sources` Vite serves the
 * sources with hot reload, and nothing is built.
 */
export async function startApp({
  bin,
  sources = false,
  build = !sources,
  host,
  port,
  orFree,
  nodes = 1,
  testHooks = false,
}: {
  readonly bin?: string | undefined;
  readonly sources?: boolean;
  readonly build?: boolean;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly orFree?: boolean;
  readonly nodes?: number;
  readonly testHooks?: boolean;
}): Promise<App> {
  const ancestors = ownFrameAncestors();
  const headers = (page: Page) => headersOf(page, {}, ancestors);
  // The port first, so that a taken one is reported at once.
  const extra: Record<string, unknown> = {};
  const server = sources
    ? await (await import('./develop.ts')).serveSources({ host, port, orFree, extra })
    : await serveFolder({ root: distFolder, host, port, orFree, extra, headers });
  // Mining the first blocks and building run at the same time.
  const starting = bin === undefined ? Promise.resolve(undefined) : startDevnet({ bin, nodes, testHooks });
  const stop = async () => {
    await server.stop();
    await (await starting.catch(() => undefined))?.stop();
  };
  try {
    const [devnet] = await Promise.all([starting, build ? buildApp() : undefined]);
    if (devnet) {
      const { daemonUrl: daemon, controlUrl: control, nodeUrls } = devnet;
      extra['/devnet.json'] = { daemon, control, nodes: nodeUrls };
    }
    return { url: server.url, devnet, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
