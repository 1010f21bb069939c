#!/usr/bin/env node
/**
 * `npm test`: what every change must pass. `npm run test:all` (`--all`): everything there is. Sets the machine up, then runs
 * the checkers, Vitest and Playwright, one after the other, each on as many workers as there are cores, also after failures.
 * Ends with the slowest files, what was skipped, what failed, a table, and `N passed, N failed, N skipped`.
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildApp, ensureBuilt } from '../app/app.ts';
import { GENERATORS } from '../build/generators.ts';
import { messageOf } from '../setup/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { parseJson } from '../setup/json.mjs';
import { run } from '../setup/process.mjs';
import { ensureChromium, ensureMonero, projectRoot } from '../setup/setup.mjs';

type Status = 'passed' | 'failed' | 'skipped';
/** `where` is a test file, or the name of a suite of checkers. */
interface Test {
  readonly where: string;
  readonly title: string;
  readonly status: Status;
  readonly why: string;
}
/** A report of Vitest or of Playwright, as far as it is read here. */
interface Report {
  readonly testResults?: readonly {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}
interface PlaywrightSuite {
  readonly specs?: readonly {
    file: string;
    title: string;
    tests: readonly {
      projectName: string;
      status: string;
      results: readonly { duration: number; error?: { message?: string } }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

const CHECKERS = ['build', 'types', 'lint', 'modules', 'unused', 'gen', 'format', 'lighthouse', 'defences'];
const VITEST = ['unit', 'others', 'parity', 'browser', 'chaos', 'engines'];
/** Suites that only the whole run has. */
const OF_ALL = ['lighthouse', 'defences', 'engines'];
const SUITES = [...CHECKERS, ...VITEST, 'e2e'];

const { all, only, since } = readFlags(
  'npm test -- [--only SUITE,…] [--changed [REVISION]]',
  {
    allowPositionals: true,
    options: { all: { type: 'boolean' }, only: { type: 'string' }, changed: { type: 'boolean' } },
  },
  ({ values, positionals: [revision = 'HEAD', ...rest] }) => {
    const suites = values.only?.split(',');
    const unknown = suites?.find((name) => !SUITES.includes(name)) ?? rest[0];
    if (unknown !== undefined) throw new Error(`Not understood: ${unknown}. Suites: ${SUITES.join(', ')}.`);
    return { all: values.all === true, only: suites, since: values.changed ? revision : undefined };
  },
);
/** What a change reaches is known for tests that import the sources. */
const chosen = only ?? (since === undefined ? SUITES : ['unit', 'others', 'parity']);
const wants = (suite: string) => chosen.includes(suite) && (all || !OF_ALL.includes(suite));

const tests: Test[] = [];
/** The seconds of a file's tests, one after the other; of a checker, those on the clock. */
const seconds = new Map<string, number>();
const spend = (where: string, more: number) => seconds.set(where, (seconds.get(where) ?? 0) + more);

/** Unit tests are in several folders. */
const suiteOf = (where: string) => {
  const folder = /^tests\/(?:long\/)?([^/]+)/.exec(where)?.[1] ?? where;
  return SUITES.includes(folder) ? folder : 'unit';
};
const firstLines = (text = '') => text.trim().split('\n').slice(0, 3).join(' ');

/** Files that the newest 30 commits or the working tree changed. */
const changedFiles = () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).split('\n').filter(Boolean);
  const oldest = git('rev-list', '--max-count=31', 'HEAD').at(-1) ?? 'HEAD';
  const names = [...git('diff', '--name-only', oldest), ...git('ls-files', '--others', '--exclude-standard')];
  return names.filter((name) => existsSync(join(projectRoot, name)));
};
/** What Prettier checks: everything in the whole run, and where the history does not say what is new. */
const toFormat = () => {
  const changed = all || !existsSync(join(projectRoot, '.git')) ? [] : changedFiles();
  return changed.length > 0 ? changed : ['.'];
};

/** Programs of packages (in node_modules) and of the project (in scripts/tools); each is one test of its suite. */
const checkers = () => {
  const every: readonly (readonly [suite: string, program: string, ...args: readonly string[]])[] = [
    ['types', 'typescript-native/bin/tsc', '-b'],
    ['types', 'svelte-check/bin/svelte-check', '--tsconfig', 'tsconfig/page.json', '--fail-on-warnings'],
    ['lint', 'oxlint/bin/oxlint'],
    [
      'lint',
      'eslint/bin/eslint.js',
      'src/**/*.svelte',
      '--config',
      `scripts/config/${all ? 'eslint-typed' : 'eslint'}.js`,
    ],
    ['modules', 'dependency-cruiser/bin/dependency-cruise.mjs', 'src', 'workers', 'tests'],
    ['unused', 'knip/bin/knip.js', '--config', 'scripts/config/knip.json'],
    ...GENERATORS.map((program) => ['gen', program, '--check'] as const),
    [
      'format',
      'prettier/bin/prettier.cjs',
      '--check',
      '--log-level',
      'warn',
      '--ignore-unknown',
      ...toFormat(),
    ],
    ['build', 'build/size.ts'],
  ];
  const long: typeof every = [
    ['build', 'build/check-reproducible.ts'],
    ['build', 'build/build-wasm.ts', '--check'],
    ['lighthouse', 'checks/lighthouse.ts'],
  ];
  return [...every, ...(all ? long : [])].filter(([suite]) => wants(suite));
};
/** Runs last: it takes longest. */
const DEFENCES = ['defences', 'checks/check-defences.ts'] as const;

const check = async ([suite, program, ...args]: readonly [
  suite: string,
  program: string,
  ...args: readonly string[],
]) => {
  const started = Date.now();
  const own = join(projectRoot, 'scripts/tools', program);
  const command = existsSync(own)
    ? [join(projectRoot, 'scripts/run.mjs'), own]
    : [join(projectRoot, 'node_modules', program)];
  const { code, output } = await run(process.execPath, [...command, ...args], {
    cwd: projectRoot,
    quiet: true,
  });
  spend(suite, (Date.now() - started) / 1000);
  const status = code === 0 ? 'passed' : 'failed';
  tests.push({ where: suite, title: program, status, why: firstLines(output) });
  console.log(`${status} ${suite} ${program}`);
  if (code !== 0) process.stdout.write(output);
};

const runCheckers = async () => {
  const waiting = checkers();
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await check(one);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
};

/**
 * A test runner; `read` takes the tests out of its report. A run that failed without a failed test (a file that could not be
 * loaded, an unhandled error, no report at all) counts as one failed test, and so does one that executed nothing.
 */
const runTests = async (
  name: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  read: (report: Report) => readonly Test[],
) => {
  const folder = mkdtempSync(join(tmpdir(), 'ostro-test-'));
  const file = join(folder, 'report.json');
  const { code } = await run(
    process.execPath,
    [
      join(projectRoot, 'node_modules', program),
      ...args,
      ...(program.startsWith('vitest') ? [`--outputFile.json=${file}`] : []),
    ],
    { cwd: projectRoot, env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  );
  let found: readonly Test[] = [];
  try {
    found = read(parseJson(readFileSync(file, 'utf8')) as Report);
  } catch (error) {
    console.error(`${name} left no report: ${messageOf(error)}`);
  }
  rmSync(folder, { recursive: true, force: true });
  tests.push(...found);
  const executed = found.some(({ status }) => status !== 'skipped') || since !== undefined;
  if (!executed || (code !== 0 && !found.some(({ status }) => status === 'failed')))
    tests.push({
      where: name,
      title: `ended with code ${code}`,
      status: 'failed',
      why: 'see its output above',
    });
};

const statusOf = (status: string): Status => {
  if (status === 'passed' || status === 'expected') return 'passed';
  // Playwright calls a test flaky that passed on a retry: it failed before.
  return ['failed', 'unexpected', 'flaky', 'timedOut'].includes(status) ? 'failed' : 'skipped';
};

const vitestTests: (report: Report) => readonly Test[] = ({ testResults = [] }) =>
  testResults.flatMap(({ name, status, message, startTime, endTime, assertionResults }) => {
    const where = relative(projectRoot, name);
    spend(where, (endTime - startTime) / 1000);
    const own = assertionResults.map((test) => ({
      where,
      title: test.fullName,
      status: statusOf(test.status),
      why: firstLines(test.failureMessages?.[0]),
    }));
    const broken = status === 'failed' && !own.some((test) => test.status === 'failed');
    return broken
      ? [...own, { where, title: 'could not be run', status: 'failed', why: firstLines(message) }]
      : own;
  });

const playwrightTests: (suite: PlaywrightSuite) => readonly Test[] = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ file, title, tests: runs }) =>
    runs.map(({ projectName, status, results }) => {
      const where = file.startsWith('tests/') ? file : `tests/${file}`;
      for (const { duration } of results) spend(where, duration / 1000);
      return {
        where,
        title: `${title} (${projectName})`,
        status: statusOf(status),
        why: firstLines(results.find(({ error }) => error)?.error?.message),
      };
    }),
  ),
  ...suites.flatMap(playwrightTests),
];

const vectors = process.env.OSTRO_VECTORS ?? join(projectRoot, '../shared/vectors');

const main = async () => {
  const env: NodeJS.ProcessEnv = {};
  if (all) {
    env.OSTRO_TESTS = 'all';
    env.OSTRO_SEED = process.env.OSTRO_SEED ?? String(randomInt(2 ** 31));
    console.log(`Random choices begin with OSTRO_SEED=${env.OSTRO_SEED}.`);
  }
  const others = existsSync(vectors);
  if (wants('others') && !others)
    console.log('No vectors of others are here (OSTRO_VECTORS): suite "others" is left out.');
  const suites = VITEST.filter((suite) => wants(suite) && (suite !== 'others' || others));
  if (suites.some((suite) => suite !== 'unit') || wants('e2e')) {
    env.OSTRO_MONERO = await ensureMonero();
    await ensureChromium();
  }
  Object.assign(process.env, env);
  if (wants('build')) await buildApp();
  else if (['browser', 'chaos', 'e2e'].some(wants)) await ensureBuilt();
  await runCheckers();
  if (suites.length > 0) {
    const projects = suites.flatMap((suite) => (all ? [suite, `long-${suite}`] : [suite]));
    const args = [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
    ];
    await runTests(
      'Vitest',
      'vitest/vitest.mjs',
      [...args, ...(since === undefined ? [] : ['--changed', since])],
      env,
      vitestTests,
    );
  }
  if (wants('e2e')) {
    const args = ['test', ...(all ? [] : ['--project=phone']), '--reporter=list,json'];
    const built = { ...env, OSTRO_BUILT: '1', PLAYWRIGHT_HTML_OPEN: 'never' };
    await runTests('Playwright', '@playwright/test/cli.js', args, built, ({ suites: found = [] }) =>
      found.flatMap(playwrightTests),
    );
  }
  if (wants('defences')) await check(DEFENCES);
};

const count = (status: Status, suite = '') =>
  tests.filter((test) => test.status === status && (suite === '' || suiteOf(test.where) === suite)).length;

const printEnd = () => {
  console.log('\nThe slowest files:');
  for (const [where, time] of [...seconds].sort(([, a], [, b]) => b - a).slice(0, 15))
    console.log(`${time.toFixed(1).padStart(7)} s  ${where}`);
  for (const status of ['skipped', 'failed'] as const) {
    const found = tests.filter((test) => test.status === status);
    if (found.length > 0) console.log(`\nWhat ${status === 'failed' ? 'failed' : 'was skipped'}:`);
    for (const { where, title, why } of found)
      console.log(`  ${where}: ${title}${why === '' ? '' : `: ${why}`}`);
  }
  const row = (...cells: readonly unknown[]) =>
    console.log(
      cells.map((cell, i) => (i === 0 ? String(cell).padEnd(9) : String(cell).padStart(9))).join(''),
    );
  console.log();
  row('suite', 'passed', 'failed', 'skipped', 'seconds');
  for (const suite of new Set(tests.map(({ where }) => suiteOf(where)))) {
    const own = [...seconds]
      .filter(([where]) => suiteOf(where) === suite)
      .reduce((sum, [, time]) => sum + time, 0);
    row(suite, count('passed', suite), count('failed', suite), count('skipped', suite), Math.round(own));
  }
  console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  process.exitCode = count('failed') > 0 ? 1 : 0;
};

try {
  await main();
} catch (error) {
  console.error(error);
  tests.push({ where: 'set-up', title: 'ended early', status: 'failed', why: messageOf(error) });
}
printEnd();
