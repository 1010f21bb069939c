/** The JSON reports of the two test runners, as far as they are read here. */
import { readFileSync } from 'node:fs';
import { parseJson } from '../setup/json.mjs';

/**
 * Vitest's JSON reporter, in Jest's form. Times are in milliseconds; `message` says why a file could not be run.
 * @typedef {object} VitestReport
 * @property {readonly VitestFile[]} [testResults]
 *
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {number} startTime
 * @property {number} endTime
 * @property {string} [message]
 * @property {readonly VitestTest[]} assertionResults
 *
 * @typedef {object} VitestTest
 * @property {string} status
 * @property {string} title
 * @property {string} fullName
 * @property {readonly string[]} ancestorTitles
 * @property {readonly string[]} [failureMessages]
 */
/**
 * Playwright's JSON reporter. Durations are in milliseconds.
 * @typedef {object} PlaywrightReport
 * @property {{ expected?: number, unexpected?: number, flaky?: number, skipped?: number }} [stats]
 * @property {readonly PlaywrightSuite[]} [suites]
 *
 * @typedef {object} PlaywrightSuite
 * @property {string} file
 * @property {string} title
 * @property {readonly PlaywrightSpec[]} [specs]
 * @property {readonly PlaywrightSuite[]} [suites]
 *
 * @typedef {object} PlaywrightSpec
 * @property {string} file
 * @property {string} title
 * @property {readonly PlaywrightTest[]} tests
 *
 * @typedef {object} PlaywrightTest
 * @property {string} projectName
 * @property {string} status
 * @property {readonly { duration: number, error?: { message?: string } }[]} results
 */

/**
 * The report in a file; undefined when it is missing or cut short.
 * @param {string} file
 * @returns {VitestReport & PlaywrightReport | undefined}
 */
export function readReport(file) {
  try {
    return /** @type {VitestReport & PlaywrightReport} */ (parseJson(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
