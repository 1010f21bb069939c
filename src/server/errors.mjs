/** What an error says: its sentence, and its code. Anything can be thrown, so both take anything. */

/**
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The code that the operating system gave an error (`ENOENT`, …), if it has one.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A failure that the reader can mend: its message is all there is to say. */
export class SetupError extends Error {}
