/** Results of `npm test`: tests, seconds and files that did not run, and the last lines of its output. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJson } from '../../../src/server/json.mjs';
import { projectRoot } from '../setup/setup.mjs';
import type { FileReport, Status, TestResult } from './file-report.ts';
import { suiteOf } from './suites.ts';

/** A file that gave no result, and why: it does not count. */
export interface NotRun {
  readonly where: string;
  readonly why: string;
}
/** Of one run: `greenAgain` are files that were red, and green when they were repeated alone. */
export interface Results {
  readonly files: readonly FileReport[];
  readonly notRun: readonly NotRun[];
  readonly greenAgain: readonly string[];
}

/** The results of the last run, for `npm run test:seconds` and `npm run ci`. */
const LAST = join(projectRoot, '.cache/test-results.json');

export function keepResults(results: Results): void {
  mkdirSync(dirname(LAST), { recursive: true });
  writeFileSync(LAST, JSON.stringify(results));
}

export function lastResults(): Results {
  return parseJson(readFileSync(LAST, 'utf8')) as Results;
}

type Test = TestResult & { readonly where: string };
const testsOf = ({ files }: Results): readonly Test[] =>
  files.flatMap(({ where, tests }) => tests.map((test) => ({ where, ...test })));

export function count(results: Results, status: Status, suite = ''): number {
  return testsOf(results).filter(
    (test) => test.status === status && (suite === '' || suiteOf(test.where) === suite),
  ).length;
}

export function sumLine(results: Results): string {
  const sum = (['passed', 'failed', 'skipped'] as const).map(
    (status) => `${count(results, status)} ${status}`,
  );
  return sum.join(', ');
}

/** The sum, and how many files do not count or were green only in the second run. */
export function wholeSumLine(results: Results): string {
  const notes = [
    [results.notRun.length, 'did not run'],
    [results.greenAgain.length, 'green only when repeated'],
  ] as const;
  const some = notes.filter(([n]) => n > 0).map(([n, what]) => `${n} files ${what}`);
  return [sumLine(results), ...some].join('; ');
}

const row = (...cells: readonly unknown[]) =>
  console.log(
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(10) : String(cell).padStart(9))).join(''),
  );

/** The slowest files, what was skipped, what failed, what did not run, a table of the suites, and the sum. */
export function printResults(results: Results): void {
  console.log('\nThe slowest files:');
  for (const { where, seconds } of [...results.files].sort((a, b) => b.seconds - a.seconds).slice(0, 15))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${where}`);
  for (const status of ['skipped', 'failed'] as const) {
    const found = testsOf(results).filter((test) => test.status === status);
    if (found.length > 0) console.log(`\nWhat ${status === 'failed' ? 'failed' : 'was skipped'}:`);
    for (const { where, title, why } of found)
      console.log(`  ${where}: ${title}${why === '' ? '' : `: ${why}`}`);
  }
  if (results.greenAgain.length > 0) console.log('\nWhat was red once, and green when it was repeated:');
  for (const where of results.greenAgain) console.log(`  ${where}`);
  if (results.notRun.length > 0) console.log('\nWhat did not run, and does not count:');
  for (const reason of new Set(results.notRun.map(({ why }) => why))) {
    const names = results.notRun.filter(({ why }) => why === reason).map(({ where }) => where);
    console.log(`  ${reason}: ${names.join(', ')}`);
  }
  console.log();
  row('suite', 'passed', 'failed', 'skipped', 'seconds');
  for (const suite of new Set(results.files.map(({ where }) => suiteOf(where)))) {
    const own = results.files.filter(({ where }) => suiteOf(where) === suite);
    const seconds = Math.round(own.reduce((sum, file) => sum + file.seconds, 0));
    const counts = (['passed', 'failed', 'skipped'] as const).map((status) => count(results, status, suite));
    row(suite, ...counts, seconds);
  }
  console.log(`\n${wholeSumLine(results)}`);
}
