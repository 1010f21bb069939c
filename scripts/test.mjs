#!/usr/bin/env node
/**
 * `npm test`: sets the machine up, runs every suite whatever the ones before it said, and ends with one line of totals.
 * A checker (compiler, linter, budget) counts as one test; a suite that executed nothing counts as a failure.
 * Checkers keep one core busy each: two run at a time, and what each says is shown when it has ended.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './lib/app.mjs';
import { onEnd, run } from './lib/process.mjs';
import { ensureChromium, ensureDependencies, ensureMonero, projectRoot, SetupError } from './lib/setup.mjs';
import { playwrightCounts, vitestCounts } from './lib/counts.mjs';

const minute = 60_000;
const reports = mkdtempSync(join(tmpdir(), 'ostro-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** Runs a script of a package that `npm ci` installed; `quiet` keeps its output for the answer. */
const tool = (path, args, { quiet = false, env = {}, timeout = 10 * minute } = {}) =>
  run(process.execPath, [join(projectRoot, 'node_modules', path), ...args], {
    quiet,
    cwd: projectRoot,
    env: { ...process.env, ...env },
    timeout,
  });
const script = (name, args = [], quiet = false) =>
  run(process.execPath, [join(projectRoot, 'scripts', name), ...args], {
    quiet,
    cwd: projectRoot,
    timeout: 5 * minute,
  });

/** One checker: one test, passed when its exit code is 0. */
const check = async (running) => {
  const { code, output } = await running;
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
};

const total = (counts, what) => counts.reduce((all, each) => all + each[what], 0);
const sum = (...counts) => ({
  passed: total(counts, 'passed'),
  failed: total(counts, 'failed'),
  skipped: total(counts, 'skipped'),
  output: counts.map(({ output = '' }) => output).join(''),
});

const vitest = async (name, args, { quiet = false, env = {} } = {}) => {
  const file = join(reports, `${name}.json`);
  const { code, output, timedOut } = await tool(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    { quiet, env, timeout: 14 * minute },
  );
  if (timedOut) console.error(`${name} was ended after its time was up.`);
  return { ...vitestCounts(readReport(file), code), output };
};

const playwright = async (env) => {
  const file = join(reports, 'e2e.json');
  const { code, timedOut } = await tool('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_HTML_OPEN: 'never' },
    timeout: 14 * minute,
  });
  if (timedOut) console.error('e2e was ended after its time was up.');
  return playwrightCounts(readReport(file), code);
};

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

let built = false;
const build = async () => {
  await buildApp();
  built = true;
};

/** Suites that keep one core busy; told whether to keep what they say. */
const checkers = {
  types: async (quiet) =>
    sum(
      await check(tool('typescript/bin/tsc', ['-b'], { quiet })),
      await check(
        tool('svelte-check/bin/svelte-check', ['--tsconfig', 'tsconfig.page.json', '--fail-on-warnings'], {
          quiet,
        }),
      ),
    ),
  lint: (quiet) => check(tool('eslint/bin/eslint.js', ['.'], { quiet })),
  format: (quiet) =>
    check(tool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'], { quiet })),
  rooms: async (quiet) =>
    sum(
      await check(
        tool(
          'dependency-cruiser/bin/dependency-cruise.mjs',
          ['src', 'workers', 'tests', '--config', '.dependency-cruiser.mjs'],
          { quiet },
        ),
      ),
      await vitest('rooms', ['--project', 'unit', 'tests/rooms/'], { quiet }),
    ),
  unused: (quiet) => check(tool('knip/bin/knip.js', [], { quiet })),
  gen: async (quiet) =>
    sum(
      await check(script('gen-registry.mjs', ['--check'], quiet)),
      await check(script('gen-threats.mjs', ['--check'], quiet)),
    ),
};

const suites = {
  ...checkers,
  unit: () => vitest('unit', ['--project', 'unit', '--exclude', 'tests/rooms/**']),
  build: async () => {
    await build();
    return sum({ passed: 1, failed: 0, skipped: 0 }, await check(script('size.mjs')));
  },
  browser: async () =>
    vitest('browser', ['--project', 'browser'], { env: { OSTRO_CHROMIUM: await ensureChromium() } }),
  parity: async () =>
    vitest('parity', ['--project', 'parity'], { env: { OSTRO_MONERO: await ensureMonero() } }),
  e2e: async () => {
    const env = { OSTRO_MONERO: await ensureMonero(), OSTRO_CHROMIUM: await ensureChromium() };
    // A build that the suite before just made is not made again.
    return playwright({ ...env, ...(built ? { OSTRO_BUILT: '1' } : {}) });
  },
};

const chosenSuites = () => {
  const names = Object.keys(suites);
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' } } });
    const chosen = values.only?.split(',') ?? names;
    const unknown = chosen.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`No suite is called ${unknown.join(', ')}.`);
    return names.filter((name) => chosen.includes(name));
  } catch (error) {
    console.error(`${error.message}\nnpm test -- [--only ${names.join(',')}]`);
    process.exit(2);
  }
};

const heading = (name) => console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 100 - name.length))}`);

/** One suite; whatever stops it, its sentence is told and it counts as one failure. */
const runSuite = async (name, quiet = false) => {
  if (!quiet) heading(name);
  const started = Date.now();
  let counts;
  let problem;
  try {
    counts = await suites[name](quiet);
  } catch (error) {
    problem = error instanceof SetupError ? error.message : error;
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  if (counts.passed + counts.failed === 0) {
    problem = `${name} executed nothing.`;
    counts = { ...counts, failed: 1 };
  }
  if (quiet) heading(name);
  if (counts.output) process.stdout.write(counts.output);
  if (problem !== undefined) console.error(problem);
  const { passed, failed, skipped } = counts;
  return { name, passed, failed, skipped, seconds: Math.round((Date.now() - started) / 1000) };
};

/** Checkers two at a time, the others one after the other, which use all cores; rows in the order of `names`. */
const runSuites = async (names) => {
  const rows = new Map();
  const lane = async (waiting, quiet) => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      rows.set(name, await runSuite(name, quiet));
  };
  const single = names.filter((name) => name in checkers);
  await Promise.all([lane(single, true), lane(single, true)]);
  await lane(
    names.filter((name) => !(name in checkers)),
    false,
  );
  return names.map((name) => rows.get(name));
};

const printTable = (rows) => {
  const line = (cells) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(9) : cell.padStart(9))).join(''));
  console.log('');
  line(['suite', 'passed', 'failed', 'skipped', 'seconds']);
  for (const row of rows) {
    line([row.name, ...[row.passed, row.failed, row.skipped, row.seconds].map(String)]);
  }
  console.log('');
};

const main = async () => {
  const names = chosenSuites();
  onEnd(() => console.error('\nInterrupted.'));
  const rows = [];
  try {
    await ensureDependencies();
    rows.push(...(await runSuites(names)));
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    rows.push({ name: 'set-up', passed: 0, failed: 1, skipped: 0, seconds: 0 });
  }
  printTable(rows);
  const { passed, failed, skipped } = sum(...rows);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
};

await main();
