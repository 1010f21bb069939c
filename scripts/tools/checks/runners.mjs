/** How `npm test` starts what it checks with, and the totals of each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';
import {
  playwrightCounts,
  playwrightFailures,
  playwrightFiles,
  vitestCounts,
  vitestFailures,
  vitestFiles,
} from './counts.mjs';
import { readReport } from './reports.mjs';

/** @typedef {{ readonly cwd?: string, readonly env?: NodeJS.ProcessEnv }} Place */
/**
 * The result of a suite: its totals, its output, the time of each file, and its failures, one sentence each.
 * @typedef {import('./counts.mjs').Counts & {
 *   readonly output?: string,
 *   readonly files?: readonly import('./counts.mjs').FileTime[],
 *   readonly failures?: readonly string[],
 * }} Result
 */

const minute = 60_000;
const limit = 25 * minute;
const reports = mkdtempSync(join(tmpdir(), 'ostro-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/**
 * Runs a script of a package that `npm ci` installed; its output is kept for the answer.
 * @param {string} path in node_modules
 * @param {readonly string[]} args
 * @param {Place & { readonly timeout?: number }} [options]
 */
const tool = (path, args, { cwd = projectRoot, env = {}, timeout = limit } = {}) =>
  run(process.execPath, [join(projectRoot, 'node_modules', path), ...args], {
    quiet: true,
    cwd,
    env: { ...process.env, ...env },
    timeout,
  });

/**
 * A checker: one test, passed when its exit code is 0.
 * @param {ReturnType<typeof run>} running
 * @returns {Promise<Result>}
 */
const check = async (running) => {
  const { code, output } = await running;
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
};

/**
 * A program of a package as a checker.
 * @param {string} path in node_modules
 * @param {readonly string[]} [args]
 */
export function checkTool(path, args = []) {
  return check(tool(path, args));
}

/**
 * A program of scripts/tools as a checker.
 * @param {string} name
 * @param {readonly string[]} [args]
 */
export function checkScript(name, args = []) {
  const path = join(projectRoot, 'scripts/tools', name);
  return check(run(process.execPath, [path, ...args], { quiet: true, cwd: projectRoot, timeout: limit }));
}

/**
 * @param {readonly Result[]} results
 * @param {'passed' | 'failed' | 'skipped'} what
 */
const total = (results, what) => results.reduce((all, each) => all + each[what], 0);

/**
 * @param {readonly Result[]} results
 * @returns {Required<Result>}
 */
export function sum(...results) {
  return {
    passed: total(results, 'passed'),
    failed: total(results, 'failed'),
    skipped: total(results, 'skipped'),
    output: results.map(({ output = '' }) => output).join(''),
    files: results.flatMap(({ files = [] }) => files),
    failures: results.flatMap(({ failures = [] }) => failures),
  };
}

/**
 * Vitest with these arguments (`run …` or `related …`); its report names the files and the failures.
 * @param {string} name of the report, and in what is printed
 * @param {readonly string[]} args
 * @param {Place} [place]
 * @returns {Promise<Required<Result>>}
 */
export async function vitest(name, args, { cwd = projectRoot, env = {} } = {}) {
  const file = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code, output, timedOut } = await tool('vitest/vitest.mjs', [...args, ...reporters], {
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
}

/**
 * All of Playwright's tests.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Required<Result>>}
 */
export async function playwright(env) {
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
}
