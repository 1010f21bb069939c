#!/usr/bin/env node
/**
 * `npm test`: what every change must pass. `npm run test:all` (`--all`): everything there is, or a part of it (`--shard`).
 * Sets the machine up, then runs the checkers, Vitest and Playwright, one after the other, each on as many workers as there
 * are cores, also after failures. Ends with the slowest files, what was skipped, what failed, a table, and the sum.
 */
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, ensureBuilt } from '../app/app.ts';
import { messageOf } from '../../../src/server/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { parseJson } from '../../../src/server/json.mjs';
import { isMissing } from '../setup/missing.mjs';
import { run } from '../setup/process.mjs';
import { ensureChromium, ensureMonero, projectRoot } from '../setup/setup.mjs';
import { checkerName, checkersOf, checkersOfChanged, runCheckers } from './checkers.ts';
import { readReports, type FileReport } from './file-report.ts';
import { count, keepResults, printResults, type Results } from './results.ts';
import { onlyLong, parseShard, unitsNamed, unitsOfShard, type Seconds } from './shards.ts';
import { VITEST } from './suite-folders.ts';
import { filesOf, OF_ALL, suiteOf, SUITES } from './suites.ts';

const { all, only, since, named, shard, long, minutes, repeat } = readFlags(
  'npm test -- [--only SUITE,…] [--changed [REVISION]]; npm run test:all -- [--only …] [--files FILE,…] [--shard K/N [--long]] [--minutes M] [--repeat]',
  {
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      only: { type: 'string' },
      changed: { type: 'boolean' },
      files: { type: 'string' },
      shard: { type: 'string' },
      long: { type: 'boolean' },
      minutes: { type: 'string' },
      repeat: { type: 'boolean' },
    },
  },
  ({ values, positionals: [revision = 'HEAD', ...rest] }) => {
    const suites = values.only?.split(',');
    const unknown = suites?.find((name) => !SUITES.includes(name)) ?? rest[0];
    if (unknown !== undefined) throw new Error(`Not understood: ${unknown}. Suites: ${SUITES.join(', ')}.`);
    const part = values.shard === undefined ? undefined : parseShard(values.shard);
    if (values.shard !== undefined && (!part || !values.all)) throw new Error('A shard of --all is K/N.');
    if (values.long && !part) throw new Error('--long is for --shard.');
    if (values.files !== undefined && (!values.all || part)) throw new Error('--files is for --all.');
    const time = Number(values.minutes ?? Infinity);
    if (!(time > 0)) throw new Error('--minutes is a number.');
    return {
      all: values.all === true,
      only: suites,
      since: values.changed ? revision : undefined,
      named: values.files?.split(','),
      shard: part,
      long: values.long === true,
      minutes: time,
      repeat: values.repeat === true,
    };
  },
);
/** `--changed` selects files for checkers of single files, and tests that import the changed sources. */
const chosen = only ?? (since === undefined ? SUITES : ['lint', 'format', 'unit', 'others', 'parity']);
const vectors = process.env.OSTRO_VECTORS ?? join(projectRoot, '../shared/vectors');
const wants = (suite: string) =>
  chosen.includes(suite) && (all || !OF_ALL.includes(suite)) && (suite !== 'others' || existsSync(vectors));

/** Not everything of the chosen suites. */
const isPart = shard !== undefined || named !== undefined;

/** The part of the time that is kept to repeat red files. */
const KEPT = repeat && Number.isFinite(minutes) ? 0.2 : 0;
const started = Date.now();
let end = started + minutes * 60_000 * (1 - KEPT);
/** Milliseconds until the run ends itself. */
const left = () => end - Date.now();

const reports = new Map<string, FileReport>();
const greenAgain: string[] = [];
const notRun = new Map<string, string>();
const add = (found: readonly FileReport[]) => {
  for (const report of found) reports.set(report.where, report);
};
const fail = (where: string, title: string, why: string) =>
  add([{ where, seconds: 0, tests: [{ title, status: 'failed', why }] }]);
const failed = ({ tests }: FileReport) => tests.some(({ status }) => status === 'failed');

const everyChecker =
  since === undefined
    ? checkersOf(all)
    : [
        ...checkersOfChanged(since),
        ...checkersOf(all).filter(([suite]) => suite !== 'lint' && suite !== 'format'),
      ];
const testFiles = [...VITEST, 'e2e'].filter(wants);
/** The checkers and test files of this run. */
const unitsOfRun = () => {
  const checkers = everyChecker.filter(([suite]) => wants(suite));
  const every = [...checkers.map(checkerName), ...testFiles.flatMap((suite) => filesOf(suite, all))];
  if (named) return unitsNamed(named, every);
  if (!shard) return every;
  const table = parseJson(readFileSync(join(import.meta.dirname, 'test-seconds.json'), 'utf8')) as Seconds;
  if (!long) return unitsOfShard(shard, every, table);
  const quick = [
    ...checkersOf(false).map(checkerName),
    ...testFiles.filter((suite) => !OF_ALL.includes(suite)).flatMap((suite) => filesOf(suite, false)),
  ];
  const { counted, unseen } = onlyLong(every, quick, table);
  for (const unit of unseen) notRun.set(unit, 'nobody has seen it green yet (npm run test:seconds)');
  return unitsOfShard(shard, counted, table);
};

/**
 * Runs a test runner. A run that failed without a failed test (an unhandled error, no report at all) counts as one failed
 * test, and so does one that executed nothing.
 */
const runTests = async (
  name: (typeof RUNNERS)[number],
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
) => {
  if (left() <= 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'ostro-test-'));
  const file = join(folder, 'report');
  const { code, timedOut } = await run(
    process.execPath,
    [join(projectRoot, 'node_modules', program), ...args],
    {
      cwd: projectRoot,
      env: { ...process.env, ...env, OSTRO_TEST_REPORT: file },
      ...(Number.isFinite(minutes) ? { timeout: left() } : {}),
    },
  );
  const found = readReports(file);
  rmSync(folder, { recursive: true, force: true });
  add(found);
  const executed =
    found.some(({ tests }) => tests.some(({ status }) => status !== 'skipped')) ||
    (isPart && found.length > 0);
  const missing = found.some(({ tests }) => tests.some(({ why }) => isMissing(why)));
  const ended = code !== 0 || (!executed && since === undefined);
  if (!timedOut && ended && !missing && !found.some(failed))
    fail(name, `ended with code ${code}`, 'see its output above');
};

const runVitest = async (files: readonly string[], whole: boolean) => {
  if (files.length === 0) return;
  const projects = VITEST.filter(wants).flatMap((suite) => (all ? [suite, `long-${suite}`] : [suite]));
  await runTests(
    'Vitest',
    'vitest/vitest.mjs',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=./scripts/tools/checks/vitest-reporter.ts',
      ...(since === undefined ? [] : ['--changed', since]),
      ...(whole ? [] : files.map((file) => join(projectRoot, file))),
    ],
    {},
  );
};

const runPlaywright = async (files: readonly string[], whole: boolean) => {
  if (files.length === 0) return;
  const patterns = files.map((file) => `${projectRoot}/${file}$`.replaceAll('.', '\\.'));
  await runTests(
    'Playwright',
    '@playwright/test/cli.js',
    [
      'test',
      ...(all ? [] : ['--project=phone']),
      '--reporter=list,./scripts/tools/checks/playwright-reporter.ts',
      ...(whole ? [] : patterns),
    ],
    { OSTRO_BUILT: '1', PLAYWRIGHT_HTML_OPEN: 'never' },
  );
};

const OUT_OF_TIME = 'the time was over';
const RUNNERS = ['Vitest', 'Playwright'] as const;
/** Journeys have a runner of their own. */
const isJourney = (file: string) => suiteOf(file) === 'e2e';

const runFiles = async (files: readonly string[], whole: boolean) => {
  await runVitest(
    files.filter((file) => !isJourney(file)),
    whole,
  );
  await runPlaywright(files.filter(isJourney), whole);
};

/** Runs red units once more by `again`, and counts what they do then; nothing if the time ends before. */
const onceMore = async (name: string, again: () => Promise<void>) => {
  console.log(`\nOnce more, alone: ${name}`);
  reports.delete(name);
  await again();
  const report = reports.get(name);
  if (report && !failed(report)) greenAgain.push(name);
  else if (!report && left() <= 0) notRun.set(name, 'red once, and no time to repeat it');
};

/** Repeats what was red: each test file alone, and a runner that failed without a failed test with all its files. */
const repeatRed = async (files: readonly string[]) => {
  const reached = left() > 0;
  end = started + minutes * 60_000;
  const isRed = (file: string) => {
    const report = reports.get(file);
    return report ? failed(report) : reached;
  };
  for (const file of files.filter(isRed)) await onceMore(file, () => runFiles([file], false));
  for (const runner of RUNNERS.filter((name) => reports.has(name))) {
    const own = files.filter((file) => isJourney(file) === (runner === 'Playwright'));
    await onceMore(runner, () => runFiles(own, false));
    if (!reports.has(runner) && !notRun.has(runner)) greenAgain.push(runner);
  }
  return reached ? [] : files.filter((file) => !reports.has(file) && !notRun.has(file));
};

const main = async (): Promise<readonly string[]> => {
  if (all) {
    process.env.OSTRO_TESTS = 'all';
    process.env.OSTRO_SEED ??= String(randomInt(2 ** 31));
    console.log(`Random choices begin with OSTRO_SEED=${process.env.OSTRO_SEED}.`);
  }
  if (chosen.includes('others') && !existsSync(vectors))
    console.log('No vectors of others are here (OSTRO_VECTORS): suite "others" is left out.');
  const units = unitsOfRun();
  if (units.some((unit) => suiteOf(unit) !== 'unit' && unit.startsWith('tests/'))) {
    process.env.OSTRO_MONERO = await ensureMonero();
    await ensureChromium();
  }
  if (wants('build') && !isPart) await buildApp();
  else if (isPart || ['browser', 'chaos', 'e2e'].some(wants)) await ensureBuilt();
  const checkers = everyChecker.filter((checker) => units.includes(checkerName(checker)));
  const isLast = ([suite]: (typeof checkers)[number]) => suite === 'defences';
  add(
    await runCheckers(
      checkers.filter((checker) => !isLast(checker)),
      left,
    ),
  );
  const files = units.filter((unit) => unit.startsWith('tests/'));
  await runFiles(files, !isPart);
  if (repeat) for (const file of await repeatRed(files)) notRun.set(file, OUT_OF_TIME);
  add(await runCheckers(checkers.filter(isLast), left));
  return units;
};

let units: readonly string[] = [];
try {
  units = await main();
} catch (error) {
  console.error(error);
  fail('set-up', 'ended early', messageOf(error));
}
const silent = since === undefined ? units.filter((unit) => !reports.has(unit) && !notRun.has(unit)) : [];
for (const unit of silent)
  if (left() <= 0) notRun.set(unit, OUT_OF_TIME);
  else fail(unit, 'left no report', 'see the output above');
const results: Results = {
  files: [...reports.values()],
  notRun: [...notRun].map(([where, why]) => ({ where, why })),
  greenAgain,
};
keepResults(results);
printResults(results);
process.exitCode = count(results, 'failed') > 0 ? 1 : 0;
