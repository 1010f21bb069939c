/**
 * What became of single tests, out of the JSON reports of the two test runners: 'passed', 'failed', or undefined when the
 * test was not run (its file could not be loaded, a hook before it failed, nobody has a test of that title).
 */

/** `report`: Vitest's JSON reporter. `file` is a path below the report's root, `name` the full title. */
export function vitestOutcome(report, file, name) {
  return worst(
    (report?.testResults ?? [])
      .filter((each) => each.name.replaceAll('\\', '/').endsWith(`/${file}`))
      .flatMap((each) => each.assertionResults)
      .filter((test) => [...test.ancestorTitles, test.title].join(' ') === name)
      .map((test) => test.status),
  );
}

/** `report`: Playwright's JSON reporter; a test that runs on two viewports failed if it failed on one. */
export function playwrightOutcome(report, file, name) {
  return worst(
    (report?.suites ?? [])
      .filter((suite) => file.endsWith(`/${suite.file}`))
      .flatMap((suite) => specs(suite, []))
      .filter((spec) => spec.name === name)
      .flatMap((spec) => spec.statuses),
  );
}

const PLAYWRIGHT_STATUS = { expected: 'passed', unexpected: 'failed', flaky: 'failed' };
const specs = (suite, outer) => [
  ...(suite.specs ?? []).map((spec) => ({
    name: [...outer, spec.title].join(' '),
    statuses: spec.tests.map((test) => PLAYWRIGHT_STATUS[test.status]),
  })),
  ...(suite.suites ?? []).flatMap((inner) => specs(inner, [...outer, inner.title])),
];

const worst = (statuses) => ['failed', 'passed'].find((status) => statuses.includes(status));
