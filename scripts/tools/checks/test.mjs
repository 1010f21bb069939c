#!/usr/bin/env node
/**
 * `npm test`: sets the machine up, runs every suite whatever the ones before it said, and ends with one line of totals.
 * A checker (compiler, linter, budget) counts as one test; a suite that executed nothing counts as a failure.
 * Suites run side by side as far as the cores reach; what each says is shown when it has ended.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../app/app.mjs';
import { onEnd, run } from '../setup/process.mjs';
import {
  ensureChromium,
  ensureDependencies,
  ensureMonero,
  projectRoot,
  SetupError,
} from '../setup/setup.mjs';
import {
  playwrightCounts,
  playwrightFailures,
  playwrightFiles,
  vitestCounts,
  vitestFailures,
  vitestFiles,
} from './counts.mjs';
import { runInParallel } from './parallel.mjs';
import { copyTree } from './tree-copy.mjs';

const minute = 60_000;
const limit = 25 * minute;
const reports = mkdtempSync(join(tmpdir(), 'ostro-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** Runs a script of a package that `npm ci` installed; its output is kept for the answer. */
const tool = (path, args, { cwd = projectRoot, env = {}, timeout = 10 * minute } = {}) =>
  run(process.execPath, [join(projectRoot, 'node_modules', path), ...args], {
    quiet: true,
    cwd,
    env: { ...process.env, ...env },
    timeout,
  });
const script = (name, args = []) =>
  run(process.execPath, [join(projectRoot, 'scripts/tools', name), ...args], {
    quiet: true,
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
  files: counts.flatMap(({ files = [] }) => files),
  failures: counts.flatMap(({ failures = [] }) => failures),
});

const vitest = async (name, args, { cwd = projectRoot, env = {} } = {}) => {
  const file = join(reports, `${name}.json`);
  const { code, output, timedOut } = await tool('vitest/vitest.mjs', args(file), {
    cwd,
    env,
    timeout: limit,
  });
  const report = readReport(file);
  return {
    ...vitestCounts(report, code),
    output: output + (timedOut ? `${name} was ended after its time was up.\n` : ''),
    files: vitestFiles(report, cwd),
    failures: vitestFailures(report, cwd),
  };
};
const vitestRun =
  (...args) =>
  (file) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args];

const playwright = async (env) => {
  const file = join(reports, 'e2e.json');
  const { code, output, timedOut } = await tool('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_HTML_OPEN: 'never' },
    timeout: limit,
  });
  const report = readReport(file);
  return {
    ...playwrightCounts(report, code),
    output: output + (timedOut ? 'e2e was ended after its time was up.\n' : ''),
    files: playwrightFiles(report),
    failures: playwrightFailures(report),
  };
};

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * The unit suite runs in a copy of the project with nothing beside it, so that no test passes only because of a file that
 * other machines lack. Where there are vectors of others, the tests that were skipped without them run in place.
 */
const unit = async () => {
  const clone = existsSync(join(projectRoot, '.git'));
  if (!clone) console.log('Not a Git clone: the unit suite runs in place.');
  const bare = await vitest(
    'unit',
    vitestRun('--project', 'unit', '--exclude', 'tests/modules/**', `--maxWorkers=${cores}`),
    {
      cwd: clone ? copyTree(projectRoot) : projectRoot,
      env: { OSTRO_VECTORS: undefined },
    },
  );
  if (!existsSync(process.env.OSTRO_VECTORS ?? join(projectRoot, '../shared/vectors'))) return bare;
  const readers = await vitest('unit-vectors', (file) => [
    ...['related', 'tests/support/vectors.ts', '--run', '--project', 'unit', '--exclude', 'tests/modules/**'],
    ...['--testNamePattern', 'skipped: no (vectors|bench chain)'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ]);
  // The pattern skips all others.
  const ran = readers.passed + readers.failed;
  return sum({ ...bare, skipped: Math.max(0, bare.skipped - ran) }, { ...readers, skipped: 0 });
};

let built = false;
const cores = Math.max(2, availableParallelism());

/**
 * All suites in the order in which they start. `cores` is how many each keeps busy: parity and e2e wait for programs most
 * of the time, so they run beside what computes. `after`: what has to be over before.
 */
const suites = {
  build: {
    run: async () => {
      await buildApp();
      built = true;
      return sum(
        { passed: 1, failed: 0, skipped: 0 },
        await check(script('build/size.mjs')),
        await check(script('build/check-reproducible.mjs')),
      );
    },
  },
  parity: {
    run: async () =>
      vitest('parity', vitestRun('--project', 'parity'), { env: { OSTRO_MONERO: await ensureMonero() } }),
  },
  unit: { cores: cores - 1, run: unit },
  e2e: {
    after: 'build',
    run: async () => {
      const env = { OSTRO_MONERO: await ensureMonero(), OSTRO_CHROMIUM: await ensureChromium() };
      // A build that the suite before just made is not made again.
      return playwright({ ...env, ...(built ? { OSTRO_BUILT: '1' } : {}) });
    },
  },
  types: {
    run: async () =>
      sum(
        await check(tool('typescript/bin/tsc', ['-b'])),
        await check(
          tool('svelte-check/bin/svelte-check', ['--tsconfig', 'tsconfig.page.json', '--fail-on-warnings']),
        ),
      ),
  },
  lint: {
    // The cache goes by content. A rule that needs types may miss a file whose own text is unchanged: CI has no cache.
    run: () =>
      check(
        tool('eslint/bin/eslint.js', [
          ...['.', '--cache', '--cache-strategy', 'content'],
          ...['--cache-location', 'node_modules/.cache/ostro/eslint'],
        ]),
      ),
  },
  browser: {
    // It serves what it has built itself, below the same folder.
    after: 'build',
    run: async () =>
      vitest('browser', vitestRun('--project', 'browser'), {
        env: { OSTRO_CHROMIUM: await ensureChromium() },
      }),
  },
  chaos: {
    // The short form; `npm run chaos` is the long one.
    after: 'build',
    run: async () =>
      vitest('chaos', vitestRun('--project', 'chaos'), {
        env: { OSTRO_MONERO: await ensureMonero(), OSTRO_CHROMIUM: await ensureChromium() },
      }),
  },
  modules: {
    run: async () =>
      sum(
        await check(
          tool('dependency-cruiser/bin/dependency-cruise.mjs', [
            ...['src', 'workers', 'tests', '--config', '.dependency-cruiser.mjs'],
          ]),
        ),
        await vitest('modules', vitestRun('--project', 'unit', 'tests/modules/')),
      ),
  },
  format: { run: () => check(tool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'])) },
  unused: { run: () => check(tool('knip/bin/knip.js', [])) },
  gen: {
    run: async () =>
      sum(
        await check(script('build/gen-registry.mjs', ['--check'])),
        await check(script('checks/gen-threats.mjs', ['--check'])),
      ),
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
const runSuite = async (name) => {
  console.log(`${name} begins`);
  const started = Date.now();
  let counts;
  let problem;
  try {
    counts = await suites[name].run();
  } catch (error) {
    problem = error instanceof SetupError ? error.message : error;
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  if (counts.passed + counts.failed === 0) {
    problem = `${name} executed nothing.`;
    counts = { ...counts, failed: 1 };
  }
  heading(name);
  if (counts.output) process.stdout.write(counts.output);
  if (problem !== undefined) console.error(problem);
  const { passed, failed, skipped, files = [], failures = [] } = counts;
  return {
    name,
    passed,
    failed,
    skipped,
    files,
    failures,
    seconds: Math.round((Date.now() - started) / 1000),
  };
};

const printSlowest = (rows) => {
  const files = rows.flatMap(({ name, files = [] }) => files.map((each) => ({ ...each, suite: name })));
  if (files.length === 0) return;
  console.log('\nThe slowest files:');
  for (const { file, suite, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 15))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${suite.padEnd(8)} ${file}`);
};

/** Once more at the end: a log is often kept only from there. */
const printFailures = (rows) => {
  const failed = rows.filter((row) => row.failed > 0);
  if (failed.length === 0) return;
  console.log('\nWhat failed:');
  for (const { name, failures } of failed)
    for (const failure of failures.length > 0 ? failures : ['see its output above'])
      console.log(`  ${name.padEnd(8)} ${failure}`);
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
    const jobs = names.map((name) => ({ name, ...suites[name], run: () => runSuite(name) }));
    rows.push(...(await runInParallel(jobs, cores)));
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    rows.push({ name: 'set-up', passed: 0, failed: 1, skipped: 0, seconds: 0 });
  }
  printSlowest(rows);
  printFailures(rows);
  printTable(rows);
  const { passed, failed, skipped } = sum(...rows);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
};

await main();
