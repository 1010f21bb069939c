import { describe, expect, it } from 'vitest';
import {
  playwrightCounts,
  playwrightFailures,
  playwrightFiles,
  vitestCounts,
  vitestFailures,
  vitestFiles,
} from '../../../../../scripts/tools/checks/counts.mjs';
import type {
  PlaywrightSpec,
  PlaywrightSuite,
  VitestFile,
  VitestTest,
} from '../../../../../scripts/tools/checks/reports.mjs';

const vitestTest = (part: Partial<VitestTest>): VitestTest => ({
  status: 'passed',
  title: '',
  fullName: '',
  ancestorTitles: [],
  ...part,
});
const vitestFile = (part: Partial<VitestFile>): VitestFile => ({
  name: '',
  status: 'passed',
  startTime: 0,
  endTime: 0,
  assertionResults: [],
  ...part,
});
const file = (status: string, ...tests: string[]): VitestFile =>
  vitestFile({ status, assertionResults: tests.map((each) => vitestTest({ status: each })) });
const suite = (part: Partial<PlaywrightSuite>): PlaywrightSuite => ({ file: '', title: '', ...part });

describe('totals of a Vitest run', () => {
  it('counts passed, failed and skipped tests', () => {
    const report = {
      testResults: [file('failed', 'passed', 'failed', 'pending'), file('passed', 'passed', 'todo')],
    };
    expect(vitestCounts(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it('count a file that could not be loaded as a failure', () => {
    expect(vitestCounts({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
  });

  it('count a failed run without a failed test as a failure', () => {
    expect(vitestCounts({ testResults: [file('passed', 'passed')] }, 1).failed).toBe(1);
    expect(vitestCounts(undefined, 1).failed).toBe(1);
  });
});

describe('totals of a Playwright run', () => {
  it('count a test that passed only on a retry as a failure', () => {
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } };
    expect(playwrightCounts(report, 1)).toEqual({ passed: 3, failed: 2, skipped: 2 });
  });

  it('count a run without a report as a failure', () => {
    expect(playwrightCounts(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('the time of each file', () => {
  it("is taken from Vitest's report, with the path below the project", () => {
    const root = process.cwd();
    const report = {
      testResults: [vitestFile({ name: `${root}/tests/a.test.ts`, startTime: 1000, endTime: 3500 })],
    };
    expect(vitestFiles(report, root)).toEqual([{ file: 'tests/a.test.ts', seconds: 2.5 }]);
    expect(vitestFiles(undefined, root)).toEqual([]);
  });
  it("is the sum of all tests of the file in Playwright's report", () => {
    const spec = (...ms: number[]): PlaywrightSpec => ({
      file: '',
      title: '',
      tests: ms.map((duration) => ({ projectName: 'phone', status: 'expected', results: [{ duration }] })),
    });
    const report = {
      suites: [
        suite({
          file: 'a.spec.ts',
          specs: [spec(1000, 2000)],
          suites: [suite({ specs: [spec(500)] })],
        }),
      ],
    };
    expect(playwrightFiles(report)).toEqual([{ file: 'tests/e2e/a.spec.ts', seconds: 3.5 }]);
    expect(playwrightFiles(undefined)).toEqual([]);
  });
});

describe('the list of failed tests', () => {
  it("contains file, title and message of Vitest's tests, and files that could not be loaded", () => {
    const root = process.cwd();
    const test = vitestTest({
      status: 'failed',
      fullName: 'adds',
      failureMessages: ['expected 1 to be 2\n at a.ts:1'],
    });
    const report = {
      testResults: [
        vitestFile({
          name: `${root}/tests/a.test.ts`,
          status: 'failed',
          assertionResults: [test, vitestTest({})],
        }),
        vitestFile({ name: `${root}/tests/b.test.ts`, status: 'failed', message: 'no such file' }),
        vitestFile({ name: `${root}/tests/c.test.ts`, assertionResults: [vitestTest({})] }),
      ],
    };
    expect(vitestFailures(report, root)).toEqual([
      'tests/a.test.ts: adds: expected 1 to be 2  at a.ts:1',
      'tests/b.test.ts: no such file',
    ]);
    expect(vitestFailures(undefined, root)).toEqual([]);
  });
  it("contains file, title, project and message of Playwright's tests", () => {
    const failed = {
      projectName: 'phone',
      status: 'unexpected',
      results: [{ duration: 1, error: { message: 'timed out' } }],
    };
    const spec = { file: 'a.spec.ts', title: 'pays', tests: [failed, { ...failed, status: 'expected' }] };
    const report = { suites: [suite({ suites: [suite({ specs: [spec] })] })] };
    expect(playwrightFailures(report)).toEqual(['tests/e2e/a.spec.ts: pays (phone): timed out']);
    expect(playwrightFailures(undefined)).toEqual([]);
  });
});
