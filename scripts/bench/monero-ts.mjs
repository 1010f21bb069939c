/**
 * monero-ts as a subject: wallet2 as WebAssembly in a worker of Chromium, the same browser as ours.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../tools/app/listen.mjs';
import { messageOf } from '../tools/setup/errors.mjs';
import { benchOf, openPage } from './chromium.mjs';
import { atWork } from './errors.mjs';
import { filesIn, weigh } from './load.mjs';
import { bundleMoneroTs, installMoneroTs, moneroTsFolder } from './monero-ts-site.mjs';
import { moneroTsConfig } from './payment.mjs';
import { figuresOf } from './subject.mjs';
import { parseJson } from '../tools/setup/json.mjs';

/** @typedef {Awaited<ReturnType<typeof startPeerSite>>} PeerSite */
/** @typedef {import('@playwright/test').JSHandle<import('./monero-ts-page.mjs').MoneroTsPage>} Handle */
/** @typedef {import('./subject.mjs').Subject & { readonly version: string, readonly stop: () => Promise<void> }} MoneroTs */

/**
 * @param {{ readonly executablePath: string, readonly daemonUrl: string }} options
 * @returns {Promise<MoneroTs | import('./libsodium.mjs').Missing>}
 */
export async function createMoneroTs({ executablePath, daemonUrl }) {
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
  const { version } = /** @type {{ version: string }} */ (parseJson(manifest));
  return {
    out,
    version,
    url: `http://localhost:${port}/`,
    /** @returns {Promise<void>} */
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** @param {{ readonly executablePath: string, readonly daemonUrl: string, readonly site: PeerSite }} options */
const subject = ({ executablePath, daemonUrl, site }) => {
  const open = async (warm = true) => {
    const opened = await openPage({ executablePath, url: site.url });
    const bench = /** @type {Handle} */ (await benchOf(opened.page));
    if (warm) await bench.evaluate((page) => page.warm());
    return { ...opened, bench };
  };
  const full = (/** @type {Handle} */ bench, /** @type {string} */ seed) =>
    atWork(
      'monero-ts createWalletFull',
      bench.evaluate((page, [s, uri]) => page.full(s, uri), /** @type {const} */ ([seed, daemonUrl])),
    );
  /**
   * @template T
   * @param {(opened: Awaited<ReturnType<typeof open>>) => Promise<T>} work
   * @param {boolean} [warm]
   */
  const once = async (work, warm) => {
    const opened = await open(warm);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };

  /** @type {import('./subject.mjs').Subject} */
  const wallets = {
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
