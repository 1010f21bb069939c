/**
 * monero-ts as a subject: wallet2 as WebAssembly in a worker of Chromium, the same browser as ours.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { openPage } from './chromium.mjs';
import { atWork } from './errors.mjs';
import { filesIn, weigh } from './load.mjs';
import { bundleMoneroTs, installMoneroTs, moneroTsFolder } from './monero-ts-site.mjs';

/** Answers {name, version, scan, wallet, …, stop()}, or {missing: sentence}. */
export async function createMoneroTs({ executablePath, daemonUrl }) {
  const problem = await installMoneroTs();
  if (problem !== undefined) return { missing: problem };
  try {
    return await subject({ executablePath, daemonUrl, site: await startPeerSite() });
  } catch (error) {
    return { missing: `monero-ts could not be bundled: ${error.message}` };
  }
}

/** Without the app's security policy: monero-ts makes functions out of text. */
const startPeerSite = async () => {
  const out = join(moneroTsFolder, 'site');
  await bundleMoneroTs(out);
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
    readFileSync(join(moneroTsFolder, 'node_modules', 'monero-ts', 'package.json'), 'utf8'),
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
      once(async ({ page, measure, rest }) => {
        await rest();
        return sample(await measure(() => page.evaluate((s) => bench.keys(s), seed)));
      }, false),
    openFull: ({ seed }) =>
      once(async ({ page, measure, rest }) => {
        await rest();
        return sample(await measure(() => full(page, seed)));
      }, false),
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
