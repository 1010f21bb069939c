/** What a machine lacks (a program, packages from npm): the long tests that need it count as skipped, with this reason. */

const MARK = 'Not on this machine: ';

/**
 * @param {string} what A sentence.
 * @returns {Error}
 */
export function missingHere(what) {
  return new Error(`${MARK}${what}`);
}

/**
 * Whether a test failed with an error of `missingHere`.
 * @param {string} why The message of its error.
 * @returns {boolean}
 */
export function isMissing(why) {
  return why.startsWith(MARK);
}
