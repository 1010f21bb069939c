/** Text of a caller in a message, which is shown, logged and stored by others. */

/** Fewer words than any seed has. */
const WORDS = 8;

/** The text, unless it may be a seed or a key that was put into the wrong field; an address without its login. */
export function typedText(text: string): string {
  const isSecret = text.trim().split(/\s+/).length >= WORDS || /[0-9a-f]{32}/i.test(text);
  return isSecret ? '(not shown)' : text.replace(/\/\/[^/@]*@/, '//…@');
}
