/** Playwright's reporter for `npm test` (file-report.ts). */
import type { Reporter, Suite, TestCase, TestResult as Attempt } from '@playwright/test/reporter';
import { firstLines, nameOf, statusOf, writeReport, type Status, type TestResult } from './file-report.ts';

// Playwright calls a test flaky that passed on a retry: it failed before.
const STATUSES = { expected: 'passed', skipped: 'skipped', unexpected: 'failed', flaky: 'failed' } as const;

/** Playwright expects a constructor as the default export. */
export default function FileReporter(): Reporter {
  const waiting = new Map<string, number>();
  const found = new Map<string, { seconds: number; tests: TestResult[] }>();
  return {
    printsToStdio: () => false,
    onBegin(_config: unknown, suite: Suite) {
      for (const { location } of suite.allTests())
        waiting.set(location.file, (waiting.get(location.file) ?? 0) + 1);
    },
    onTestEnd(test: TestCase, { duration, errors }: Attempt) {
      const { file } = test.location;
      const report = found.get(file) ?? { seconds: 0, tests: [] };
      const why = firstLines(errors[0]?.message);
      const outcome: Status = STATUSES[test.outcome()];
      const status = outcome === 'failed' ? statusOf(why) : outcome;
      const project = test.parent.project()?.name ?? '';
      report.seconds += duration / 1000;
      report.tests.push({ title: `${test.title} (${project})`, status, why });
      found.set(file, report);
      waiting.set(file, (waiting.get(file) ?? 1) - 1);
      if (waiting.get(file) === 0) writeReport({ where: nameOf(file), ...report });
    },
  };
}
