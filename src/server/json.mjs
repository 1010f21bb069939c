/** JSON of other programs and of files, whose reader has to say of what type it is. */

/**
 * @param {string} text
 * @returns {unknown}
 */
export function parseJson(text) {
  return JSON.parse(text);
}
