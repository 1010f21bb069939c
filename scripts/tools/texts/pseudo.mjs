/** The pseudo-language: each text of the catalogue in brackets. What a screen shows outside of them is not from it. */

/** @typedef {import('wuchale').CompiledElement | import('wuchale').CompositePayload | string[]} Part */

/**
 * @param {Part} part Numbers stand for placeholders and elements.
 * @returns {Part}
 */
export function bracketed(part) {
  if (typeof part === 'string')
    return part.trim() === '' ? part : part.replace(/^(\s*)(.*?)(\s*)$/su, '$1⟦$2⟧$3');
  return Array.isArray(part) ? /** @type {Part} */ (part.map((each) => bracketed(each))) : part;
}
