/** Errors that say what a machine lacks (a program, packages from npm). Long tests that fail with one count as skipped. */

const MARK = 'Not on this machine: ';

/**
 * @param {string} what A sentence.
 * @returns {Error}
 */
export function missingHere(what) {
  return new Error(`${MARK}${what}`);
}

/**
 * Returns true if a test failed with an error of `missingHere`.
 * @param {string} why The message of its error.
 * @returns {boolean}
 */
export function isMissing(why) {
  return why.startsWith(MARK);
}
