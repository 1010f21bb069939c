/**
 * Locks and openings in each engine while every tenth worker stands still: its script comes too late, says nothing, or never ends.
 * Each opening must come to its end (src/transport/start-worker.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../src/server/http/serve-folder.ts';
import { headersOf } from '../../src/server/http/headers.ts';
import { inTier } from '../support/tier.ts';
import { button, field, link, type Engine } from './engine.ts';
import { anyEngine } from './engines.ts';
import { inEachEngine } from './in-each-engine.ts';
import { becomes, makeWallet, press, shows, unlock, visit } from './steps.ts';

const TIMES = inTier({ short: 12, long: 60 });
const EVERY = 10;
const SCRIPT = /\/((?:wallet|pool|stretch)\.worker)-[\w-]+\.js$/;
/** Undefined: the right script comes when the worker was replaced. */
const STANDING_STILL = [undefined, '/* nothing */', 'for (;;);'];
/**
 * Longer than the first limit. A script that never comes would occupy a connection of Firefox, also after the end of its worker,
 * and Firefox has six for each server.
 */
const LATE_MS = 7000;

let server: FolderServer | undefined;
/** Requests for the script of each worker, and how many of them got one that stands still. */
const starts = new Map<string, number>();
let still = 0;
beforeAll(async () => {
  if (!anyEngine) return;
  const root = await ensureBuilt();
  server = await serveFolder({
    root,
    first: (req, res) => {
      const path = new URL(req.url!, 'http://app/').pathname;
      const worker = SCRIPT.exec(path)?.[1];
      if (path === '/sw.js') {
        // A service worker would answer from its store.
        res.writeHead(404).end();
        return true;
      }
      if (worker === undefined) return false;
      const count = (starts.get(worker) ?? 0) + 1;
      starts.set(worker, count);
      const hangs = count % EVERY === 0;
      const script = readFileSync(join(root, path));
      const send = (text: string | Buffer): void => {
        const type = 'text/javascript; charset=utf-8';
        // The security policy of a worker comes with its script.
        res.writeHead(200, { ...headersOf('index'), 'content-type': type, 'cache-control': 'no-store' });
        res.end(text);
      };
      const bad = hangs ? STANDING_STILL[still++ % STANDING_STILL.length] : undefined;
      if (bad !== undefined || !hangs) send(bad ?? script);
      else setTimeout(() => send(script), LATE_MS);
      return true;
    },
  });
});
afterAll(() => server?.stop());

const lockAndOpen = async (engine: Engine): Promise<void> => {
  still = 0;
  starts.clear();
  const wallet = await engine.newTab();
  await wallet.open(server!.url);
  await makeWallet(wallet);
  await shows(wallet, link('Settings'));
  const took: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    await visit(wallet, 'settings');
    await press(wallet, button('Lock now'));
    await shows(wallet, field('Password for this device'));
    const start = performance.now();
    await unlock(wallet);
    await becomes(wallet, `document.querySelector('nav') !== null`, true);
    took.push(Math.round(performance.now() - start));
  }
  const [longest] = took.toSorted((a, b) => b - a);
  console.log(
    `${engine.name}: ${TIMES} openings, the longest ${longest} ms; ${still} workers stood still of`,
    Object.fromEntries(starts),
  );
  // A wallet that is opened again at once may get the worker that had it before.
  expect(starts.get('wallet.worker')).toBeGreaterThan(TIMES / 2);
  expect(still).toBeGreaterThanOrEqual(Math.floor(TIMES / EVERY));
};

inEachEngine('a wallet whose every tenth worker stands still', {
  [`opens each time after ${TIMES} locks`]: lockAndOpen,
});
