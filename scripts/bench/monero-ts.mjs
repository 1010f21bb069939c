/**
 * monero-ts as a subject: wallet2 as WebAssembly in a worker of Chromium, the same browser as ours. Installed with npm
 * into the bench's cache, bundled there with the stand-ins for Node's modules that its documentation asks for.
 */
import { copyFileSync, createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'vite';
import { benchCache, installPackages } from './cache.mjs';
import { openPage } from './chromium.mjs';
import { atWork } from './errors.mjs';
import { filesIn, weigh } from './load.mjs';

const WANTED = 'monero-ts@0.11';
/** What its code imports from Node and never calls in a browser. */
const NOTHING = 'export class Agent {}\nexport default { Agent };\n';
const HTML =
  '<!doctype html><meta charset="utf-8"><title>monero-ts</title><script type="module" src="page.js"></script>';

/** Answers {name, version, scan, wallet, …, stop()}, or {missing: sentence}. */
export const createMoneroTs = async ({ executablePath, daemonUrl }) => {
  const folder = join(benchCache(), 'monero-ts');
  const problem = await installPackages(folder, [
    ...[WANTED, 'assert@2', 'buffer@6', 'process@0.11', 'util@0.12', 'path-browserify@1'],
  ]);
  if (problem !== undefined) return { missing: problem };
  try {
    return await subject({ executablePath, daemonUrl, site: await startPeerSite(folder) });
  } catch (error) {
    return { missing: `monero-ts could not be bundled: ${error.message}` };
  }
};

const bundle = async (folder) => {
  const out = join(folder, 'site');
  const modules = join(folder, 'node_modules');
  const library = join(modules, 'monero-ts');
  const source = join(import.meta.dirname, 'monero-ts-page.mjs');
  mkdirSync(out, { recursive: true });
  const stub = join(folder, 'nothing.mjs');
  writeFileSync(stub, NOTHING);
  const entry = join(folder, 'entry.mjs');
  // In the cache folder, where the package's name resolves; Node's globals come first.
  writeFileSync(
    entry,
    `import { Buffer } from 'buffer/';\nimport process from 'process/browser.js';\nglobalThis.Buffer = Buffer;\n` +
      `globalThis.process = process;\nglobalThis.global = globalThis;\nawait import('./page.mjs');\n`,
  );
  copyFileSync(source, join(folder, 'page.mjs'));
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
  return out;
};

/** Without the app's security policy: monero-ts makes functions out of text. */
const startPeerSite = async (folder) => {
  const out = await bundle(folder);
  const server = createServer((req, res) => {
    const name = req.url === '/' ? '/index.html' : req.url;
    const file = join(out, name);
    if (!file.startsWith(out) || !existsSync(file)) return res.writeHead(404).end();
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
    res.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    createReadStream(file).pipe(res);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { version } = JSON.parse(
    readFileSync(join(folder, 'node_modules', 'monero-ts', 'package.json'), 'utf8'),
  );
  return { out, version, url: `http://localhost:${server.address().port}/`, server };
};

const subject = async ({ executablePath, daemonUrl, site }) => {
  const open = async (warm = true) => {
    const opened = await openPage({ executablePath, url: site.url });
    if (warm) await opened.page.evaluate(() => bench.warm());
    return opened;
  };
  const sample = ({ value, cpu, rendererCpu, own, ownBefore, rss }) => ({
    ms: value.ms,
    cpu,
    own,
    detail: { renderer_cpu_s: rendererCpu, rss_mb: rss, before_mb: ownBefore },
  });
  const full = (page, seed) =>
    atWork(
      'monero-ts createWalletFull',
      page.evaluate(([s, uri]) => bench.full(s, uri), [seed, daemonUrl]),
    );
  const once = async (work, warm) => {
    const opened = await open(warm);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };

  return {
    name: 'monero_ts',
    version: site.version,
    scan: ({ seed }) =>
      once(async ({ page, measure }) => {
        await full(page, seed);
        const measured = await atWork(
          'monero-ts sync',
          measure(() => page.evaluate(() => bench.sync())),
        );
        return { ...sample(measured), found: await page.evaluate(() => bench.found()) };
      }),
    wallet: async ({ seed }) => {
      const { page, measure, close } = await open();
      await full(page, seed);
      await page.evaluate(() => bench.sync());
      return {
        build: async (config) => {
          const measured = await atWork(
            'monero-ts createTx',
            measure(() => page.evaluate((c) => bench.build(c), config)),
          );
          return { ...sample(measured), answer: measured.value.value };
        },
        close,
      };
    },
    openKeys: ({ seed }) =>
      once(
        async ({ page, measure }) => sample(await measure(() => page.evaluate((s) => bench.keys(s), seed))),
        false,
      ),
    openFull: ({ seed }) =>
      once(async ({ page, measure }) => sample(await measure(() => full(page, seed))), false),
    load: () =>
      once(async ({ page }) => {
        const ms = await page.evaluate(() => bench.warm().then(() => performance.now()));
        return { ms, detail: weigh(filesIn(site.out)) };
      }, false),
    url: site.url,
    stop: () =>
      new Promise((resolve) => (site.server.close(() => resolve()), site.server.closeAllConnections())),
  };
};
