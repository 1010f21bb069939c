/**
 * The outcome of single tests, from the JSON reports of the two test runners: 'passed', 'failed', or undefined when
 * the test was not run (its file could not be loaded, a hook before it failed, no test has that title).
 */

/** @typedef {import('./reports.mjs').VitestReport} VitestReport */
/** @typedef {import('./reports.mjs').PlaywrightReport} PlaywrightReport */
/** @typedef {import('./reports.mjs').PlaywrightSuite} PlaywrightSuite */
/** @typedef {'passed' | 'failed' | undefined} Outcome */

/**
 * `file` is a path below the report's root, `name` the full title.
 * @param {VitestReport | undefined} report
 * @param {string} file
 * @param {string} name
 */
export function vitestOutcome(report, file, name) {
  return worst(
    (report?.testResults ?? [])
      .filter((each) => each.name.replaceAll('\\', '/').endsWith(`/${file}`))
      .flatMap((each) => each.assertionResults)
      .filter((test) => [...test.ancestorTitles, test.title].join(' ') === name)
      .map((test) => test.status),
  );
}

/**
 * A test that runs on two viewports failed if it failed on one.
 * @param {PlaywrightReport | undefined} report
 * @param {string} file
 * @param {string} name
 */
export function playwrightOutcome(report, file, name) {
  return worst(
    (report?.suites ?? [])
      .filter((suite) => file.endsWith(`/${suite.file}`))
      .flatMap((suite) => specs(suite, []))
      .filter((spec) => spec.name === name)
      .flatMap((spec) => spec.statuses),
  );
}

/** @type {Readonly<Record<string, Outcome>>} */
const PLAYWRIGHT_STATUS = { expected: 'passed', unexpected: 'failed', flaky: 'failed' };
/**
 * @param {PlaywrightSuite} suite
 * @param {readonly string[]} outer
 * @returns {readonly { readonly name: string, readonly statuses: readonly Outcome[] }[]}
 */
const specs = (suite, outer) => [
  ...(suite.specs ?? []).map((spec) => ({
    name: [...outer, spec.title].join(' '),
    statuses: spec.tests.map((test) => PLAYWRIGHT_STATUS[test.status]),
  })),
  ...(suite.suites ?? []).flatMap((inner) => specs(inner, [...outer, inner.title])),
];

/**
 * @param {readonly (string | undefined)[]} statuses
 * @returns {Outcome}
 */
const worst = (statuses) => {
  if (statuses.includes('failed')) return 'failed';
  return statuses.includes('passed') ? 'passed' : undefined;
};
