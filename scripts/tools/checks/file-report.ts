/**
 * The reporters of Vitest and Playwright write one line for each test file as soon as it has ended, so that `npm test` keeps
 * the results of a run that was ended early.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseJson } from '../../../src/server/json.mjs';
import { isMissing } from '../setup/missing.mjs';
import { projectRoot } from '../setup/setup.mjs';

export type Status = 'passed' | 'failed' | 'skipped';
export interface TestResult {
  readonly title: string;
  readonly status: Status;
  readonly why: string;
}
/** `seconds` are those of the file's tests and hooks, one after the other. */
export interface FileReport {
  readonly where: string;
  readonly seconds: number;
  readonly tests: readonly TestResult[];
}

export function firstLines(text = ''): string {
  return text.trim().split('\n').slice(0, 3).join(' ');
}

/** The status of a test with this error: long tests are skipped where the machine lacks what they need. */
export function statusOf(why: string): Status {
  return process.env.OSTRO_TESTS === 'all' && isMissing(why) ? 'skipped' : 'failed';
}

/** A path as the tables of tests name it. */
export function nameOf(file: string): string {
  return relative(projectRoot, file).replaceAll('\\', '/');
}

/** OSTRO_TEST_REPORT names the file of the lines; without it a reporter is silent. */
export function writeReport(report: FileReport): void {
  const file = process.env.OSTRO_TEST_REPORT;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(report)}\n`);
}

export function readReports(file: string): readonly FileReport[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => parseJson(line) as FileReport);
}
