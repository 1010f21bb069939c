#!/usr/bin/env node
/**
 * `npm run check:lighthouse`: Lighthouse with its phone preset on start, Home, Send and Receive: the median of several runs,
 * against the least values. The first screen is that of the built app as a small server sends it. Lighthouse opens each page
 * anew, which would lock a wallet: Home, Send and Receive are the same screens with the fake worker of tests/support, and how
 * quickly they load is printed but not judged, since the app has loaded them before (`npm run bench -- load` measures that).
 * Lighthouse is installed into the bench's cache, not as a dependency. Flags: --runs N (3), --url URL instead of these pages,
 * --busy if other programs run beside it, as in `npm run test:all`: performance is then printed but not judged.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchCache, installPackages } from '../app/bench-cache.ts';
import { ensureBuilt } from '../app/app.ts';
import { serveFolder, type FolderServer } from '../../../src/server/http/serve-folder.ts';
import { messageOf } from '../../../src/server/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { parseJson } from '../../../src/server/json.mjs';
import { run } from '../setup/process.mjs';
import { ensureChromium } from '../setup/setup.mjs';
import { importTypeScript } from '../setup/typescript.mjs';

const VERSION = '13.5.0';
/** Least values, of 100. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 };
const WITHOUT_SPEED = { ...LEAST, performance: 0 };

/** The part of Lighthouse's report that is read. */
interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string }[] }>
  >;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly title: string; readonly displayValue?: string }>
  >;
}

const { runs, url, limits } = readFlags(
  'Usage: npm run check:lighthouse -- [--runs N] [--url URL] [--busy]',
  { options: { runs: { type: 'string', default: '3' }, url: { type: 'string' }, busy: { type: 'boolean' } } },
  ({ values }) => {
    const count = Number(values.runs);
    if (!Number.isInteger(count) || count < 1) throw new Error('--runs takes a number from 1 on.');
    return { runs: count, url: values.url, limits: values.busy === true ? WITHOUT_SPEED : LEAST };
  },
);

const folder = join(benchCache(), `lighthouse-${VERSION}`);

const measure = async (address: string): Promise<Report> => {
  const place = mkdtempSync(join(tmpdir(), 'ostro-lighthouse-'));
  const report = join(place, 'report.json');
  try {
    const root = process.getuid?.() === 0 ? ' --no-sandbox' : '';
    const { code, output } = await run(
      process.execPath,
      [
        join(folder, 'node_modules/lighthouse/cli/index.js'),
        address,
        '--quiet',
        '--output=json',
        `--output-path=${report}`,
        `--only-categories=${Object.keys(LEAST).join(',')}`,
        `--chrome-flags=--headless=new${root}`,
      ],
      { quiet: true, env: { ...process.env, CHROME_PATH: await ensureChromium() }, timeout: 300_000 },
    );
    if (code !== 0) throw new Error(`Lighthouse failed:\n${output.trim().slice(-2000)}`);
    return parseJson(readFileSync(report, 'utf8')) as Report;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Prints what a report blames. */
const explain = (report: Report, category: string) => {
  for (const { id } of report.categories[category]?.auditRefs ?? []) {
    const { score, title, displayValue = '' } = report.audits[id] ?? { score: null, title: id };
    if (score !== null && score < 0.9) console.error(`  ${title} ${displayValue}`.trimEnd());
  }
};

/** Measures one page and prints its scores; false if one is too low. */
const judge = async (name: string, address: string, least: typeof LEAST): Promise<boolean> => {
  const reports: Report[] = [];
  for (let i = 0; i < runs; i += 1) reports.push(await measure(address));
  let good = true;
  for (const [category, minimum] of Object.entries(least)) {
    const scores = reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100));
    const score = median(scores);
    console.log(`${name}: ${category} ${score} (${scores.join(', ')}), at least ${minimum}`);
    if (score >= minimum) continue;
    good = false;
    const [first] = reports;
    if (first) explain(first, category);
  }
  return good;
};

const main = async () => {
  const problem = await installPackages(folder, [`lighthouse@${VERSION}`]);
  if (problem !== undefined) throw new Error(problem);
  if (url !== undefined) return judge(url, url, limits);
  const app = await serveFolder({ root: await ensureBuilt() });
  // The project of the scripts does not include the tests.
  const { serveScreens } = (await importTypeScript('tests/support/ui-dev/serve-screens.mjs')) as {
    readonly serveScreens: () => Promise<FolderServer>;
  };
  const screens = await serveScreens();
  const screen = (place: string) => `${screens.url}/index.html?scenario=home#${place}`;
  try {
    let good = await judge('start', app.url, limits);
    for (const [name, place] of Object.entries({ Home: '/', Send: '/send', Receive: '/receive' }))
      good = (await judge(name, screen(place), WITHOUT_SPEED)) && good;
    return good;
  } finally {
    await screens.stop();
    await app.stop();
  }
};

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
