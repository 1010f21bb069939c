/**
 * Totals from the JSON reports of the two test runners. A run that failed without a failed test (a file that could not
 * be loaded, an unhandled error, no report at all) counts as one more failure, so that no failed run counts as passed.
 */
import { realpathSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {import('./reports.mjs').VitestReport} VitestReport */
/** @typedef {import('./reports.mjs').PlaywrightReport} PlaywrightReport */
/** @typedef {import('./reports.mjs').PlaywrightSuite} PlaywrightSuite */
/** @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Counts */
/** @typedef {{ readonly file: string, readonly seconds: number }} FileTime */

/**
 * @param {VitestReport | undefined} report undefined when there is none
 * @param {number} exitCode
 * @returns {Counts}
 */
export function vitestCounts(report, exitCode) {
  const files = report?.testResults ?? [];
  const statuses = files.flatMap((file) => file.assertionResults.map((test) => test.status));
  const passed = statuses.filter((status) => status === 'passed').length;
  const failedTests = statuses.filter((status) => status === 'failed').length;
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return honest(
    { passed, failed: failedTests + brokenFiles, skipped: statuses.length - passed - failedTests },
    exitCode,
  );
}

/**
 * A test that passed on a retry failed before.
 * @param {PlaywrightReport | undefined} report undefined when there is none
 * @param {number} exitCode
 * @returns {Counts}
 */
export function playwrightCounts(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return honest({ passed: expected, failed: unexpected + flaky, skipped }, exitCode);
}

/**
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
const honest = (counts, exitCode) =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

/**
 * How long each test file took, in seconds, by its path below `root`.
 * @param {VitestReport | undefined} report
 * @param {string} root
 * @returns {readonly FileTime[]}
 */
export function vitestFiles(report, root) {
  return (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: relative(realpathSync(root), name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/**
 * The same of Playwright's report: all tests of a file, on each viewport.
 * @param {PlaywrightReport | undefined} report
 * @returns {readonly FileTime[]}
 */
export function playwrightFiles(report) {
  return (report?.suites ?? []).map((suite) => ({
    file: `tests/e2e/${suite.file}`,
    seconds: suiteSeconds(suite),
  }));
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {number}
 */
const suiteSeconds = ({ specs = [], suites = [] }) =>
  [
    ...specs.flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.map((each) => each.duration / 1000)),
    ),
    ...suites.map(suiteSeconds),
  ].reduce((all, each) => all + each, 0);

/**
 * The tests that failed, as `file: title`, and the files that could not be run.
 * @param {VitestReport | undefined} report
 * @param {string} root
 * @returns {readonly string[]}
 */
export function vitestFailures(report, root) {
  return (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(realpathSync(root), name);
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0) return [`${file}: ${firstLine(message)}`];
      return failed.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
    });
}

/**
 * The same of Playwright's report. A test that passed on a retry failed before.
 * @param {PlaywrightReport | undefined} report
 * @returns {readonly string[]}
 */
export function playwrightFailures(report) {
  return (report?.suites ?? []).flatMap((suite) => suiteFailures(suite));
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {readonly string[]}
 */
const suiteFailures = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const error = results.find((each) => each.error)?.error?.message;
        return `tests/e2e/${file}: ${title} (${projectName}): ${firstLine(error)}`;
      }),
  ),
  ...suites.flatMap(suiteFailures),
];

const firstLine = (text = 'no message') => text.split('\n').slice(0, 3).join(' ');
