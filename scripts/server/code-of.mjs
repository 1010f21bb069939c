/**
 * The code that the operating system gave an error (`ENOENT`, …), if it has one.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
