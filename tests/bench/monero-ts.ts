/**
 * monero-ts as a subject: wallet2 as WebAssembly in a worker of Chromium, the same browser as ours.
 */
import { copyFileSync, createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { JSHandle } from '@playwright/test';
import { build } from 'vite';
import { benchCache, installPackages } from '../../scripts/tools/app/bench-cache.ts';
import { missingHere } from '../../scripts/tools/setup/missing.mjs';
import { listen } from '../../src/server/http/listen.ts';
import { messageOf } from '../../src/server/errors.mjs';
import { parseJson } from '../../src/server/json.mjs';
import { benchOf, openPage } from './chromium.ts';
import type { Missing } from './kernel.ts';
import type { MoneroTsPage } from './monero-ts-page.ts';
import { moneroTsConfig } from './payment.ts';
import { filesIn, weigh } from './site.ts';
import { atWork, figuresOf, type Subject } from './subject.ts';

type PeerSite = Awaited<ReturnType<typeof startPeerSite>>;
type Handle = JSHandle<MoneroTsPage>;
type MoneroTs = Subject & { readonly version: string; readonly stop: () => Promise<void> };

export async function createMoneroTs({
  executablePath,
  daemonUrl,
}: {
  readonly executablePath: string;
  readonly daemonUrl: string;
}): Promise<MoneroTs | Missing> {
  const problem = await installMoneroTs();
  if (problem !== undefined) return { missing: problem };
  try {
    return subject({ executablePath, daemonUrl, site: await startPeerSite() });
  } catch (error) {
    return { missing: `monero-ts could not be bundled: ${messageOf(error)}` };
  }
}

/** Without the app's security policy, because monero-ts makes functions from text. */
const startPeerSite = async () => {
  const out = join(moneroTsFolder, 'site');
  await bundleMoneroTs(out);
  const server = createServer((req, res) => {
    const name = req.url === undefined || req.url === '/' ? '/index.html' : req.url;
    const file = join(out, name);
    if (!file.startsWith(out) || !existsSync(file)) {
      res.writeHead(404).end();
      return;
    }
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
    res.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    createReadStream(file).pipe(res);
  });
  const port = await listen(server, 0, '127.0.0.1');
  const manifest = readFileSync(join(moneroTsFolder, 'node_modules', 'monero-ts', 'package.json'), 'utf8');
  const { version } = parseJson(manifest) as { version: string };
  return {
    out,
    version,
    url: `http://localhost:${port}/`,
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const subject = ({
  executablePath,
  daemonUrl,
  site,
}: {
  readonly executablePath: string;
  readonly daemonUrl: string;
  readonly site: PeerSite;
}) => {
  const open = async (warm = true) => {
    const opened = await openPage({ executablePath, url: site.url });
    const bench = (await benchOf(opened.page)) as Handle;
    if (warm) await bench.evaluate((page) => page.warm());
    return { ...opened, bench };
  };
  const full = (bench: Handle, seed: string) =>
    atWork(
      'monero-ts createWalletFull',
      bench.evaluate((page, [s, uri]) => page.full(s, uri), [seed, daemonUrl] as const),
    );
  const once = async <T>(work: (opened: Awaited<ReturnType<typeof open>>) => Promise<T>, warm?: boolean) => {
    const opened = await open(warm);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };

  const wallets: Subject = {
    name: 'monero_ts',
    scan: ({ seed }) =>
      once(async ({ bench, measure }) => {
        await full(bench, seed);
        const measured = await atWork(
          'monero-ts sync',
          measure(() => bench.evaluate((page) => page.sync())),
        );
        return { ...figuresOf(measured), found: await bench.evaluate((page) => page.found()) };
      }),
    wallet: async ({ seed }) => {
      const { bench, measure, close } = await open();
      await full(bench, seed);
      await bench.evaluate((page) => page.sync());
      return {
        build: async (payment) => {
          const measured = await atWork(
            'monero-ts createTx',
            measure(() => bench.evaluate((page, config) => page.build(config), moneroTsConfig(payment))),
          );
          return { ...figuresOf(measured), transactions: measured.value.value };
        },
        close,
      };
    },
    openKeys: ({ seed }) =>
      once(async ({ bench, measure, rest }) => {
        await rest();
        return figuresOf(await measure(() => bench.evaluate((page, s) => page.keys(s), seed)));
      }, false),
    openFull: ({ seed }) =>
      once(async ({ bench, measure, rest }) => {
        await rest();
        return figuresOf(await measure(() => full(bench, seed)));
      }, false),
    load: () =>
      once(async ({ bench }) => {
        const ms = await bench.evaluate((page) => page.warm().then(() => performance.now()));
        return { ms, detail: weigh(filesIn(site.out)) };
      }, false),
  };
  return { ...wallets, version: site.version, stop: site.stop };
};

/*
 * monero-ts, which is no dependency: installed with npm into the bench's cache, and bundled there for a page with the
 * stand-ins for Node's modules that its documentation asks for. Used by the bench and by the parity test.
 */

export const moneroTsFolder = join(benchCache(), 'monero-ts');
const PACKAGES = ['monero-ts@0.11', 'assert@2', 'buffer@6', 'process@0.11', 'util@0.12', 'path-browserify@1'];

/** Answers undefined, or why it is not there. */
function installMoneroTs(): Promise<string | undefined> {
  return installPackages(moneroTsFolder, PACKAGES);
}

/** For a test: one that cannot have monero-ts is skipped. */
export async function needMoneroTs(): Promise<void> {
  const problem = await installMoneroTs();
  if (problem !== undefined) throw missingHere(problem);
}

/** Node modules that its code imports but never calls in a browser. */
const NOTHING = 'export class Agent {}\nexport default { Agent };\n';
const HTML =
  '<!doctype html><meta charset="utf-8"><title>monero-ts</title><script type="module" src="page.js"></script>';

/** Writes a site into `out` whose only page, index.html, is monero-ts-page.ts with the library. */
export async function bundleMoneroTs(out: string) {
  const folder = moneroTsFolder;
  const modules = join(folder, 'node_modules');
  const library = join(modules, 'monero-ts');
  const source = join(import.meta.dirname, 'monero-ts-page.ts');
  mkdirSync(out, { recursive: true });
  const stub = join(folder, 'nothing.mjs');
  writeFileSync(stub, NOTHING);
  const entry = join(folder, 'entry.mjs');
  // In the cache folder, where the package's name resolves; Node's globals come first.
  writeFileSync(
    entry,
    `import { Buffer } from 'buffer/';\nimport process from 'process/browser.js';\nglobalThis.Buffer = Buffer;\n` +
      `globalThis.process = process;\nglobalThis.global = globalThis;\nawait import('./page.ts');\n`,
  );
  copyFileSync(source, join(folder, 'page.ts'));
  const unused = ['fs', 'http', 'https', 'child_process', 'crypto', 'socks-proxy-agent', 'web-worker'];
  await build({
    configFile: false,
    root: folder,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_DEBUG': 'undefined' },
    resolve: {
      alias: [
        ...unused.map((name) => ({ find: new RegExp(`^(node:)?${name}$`), replacement: stub })),
        { find: /^path$/, replacement: join(modules, 'path-browserify') },
        { find: /^assert$/, replacement: join(modules, 'assert') },
        { find: /^util$/, replacement: join(modules, 'util') },
        { find: /^util\/$/, replacement: join(modules, 'util') },
        { find: /^#monero-ts\/monero\.js$/, replacement: join(library, 'dist', 'monero.js') },
      ],
    },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { entryFileNames: 'page.js' } },
    },
  });
  copyFileSync(join(library, 'dist', 'monero.worker.js'), join(out, 'monero.worker.js'));
  writeFileSync(join(out, 'index.html'), HTML);
}
