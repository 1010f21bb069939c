/**
 * Decides which strings of src/ui are texts for people. The rest are names of methods, classes, events and files.
 * tests/support/ui-dev/every-language.ts finds a text that this misses.
 */
import type { Message } from 'wuchale';

/** Attributes and props whose values are never shown or spoken. */
const TECHNICAL = new Set(
  `accept autocapitalize autocomplete class d dir for fallback form href id inputmode kind name preserveAspectRatio rel
  role scope shape-rendering size spellcheck src style target translate type unit value viewBox
  aria-controls aria-current aria-describedby aria-disabled aria-haspopup aria-hidden aria-labelledby aria-live`.split(
    /\s+/,
  ),
);
/** Elements whose content is code or a name. */
const VERBATIM = new Set(['script', 'style', 'code', 'pre', 'kbd', 'samp']);
/** Calls whose arguments are names of the platform. */
const PLATFORM_CALLS =
  /(^|\.)(fetch|addEventListener|removeEventListener|querySelector|startsWith|includes)$/;
/** Keys, errors and codes of the platform that look like words. */
const NAMES = new Set(
  'Enter Escape Tab NotAllowedError NotFoundError AbortError HEAD POST XMR kB MB GB TB'.split(' '),
);
/** Files of tables that no screen shows in words. */
const TABLES =
  /\/(served\.svelte|routes|router\.svelte|trusted|public-nodes|operator-lines|ur|confirmation-curves)\.ts$/;
/** Media queries, file names, paths of SVG and dates. */
const SYNTAX =
  /^\(?(min|max)-width|\.(csv|keys)$|^#? ?L#|^#?T00|^M# #h|^C# # #|^\[aria-|^plain left$|^ostro version|^ watch$|^[# ]*XMR$/;

/** wuchale asks for each string; placeholders are `#`. Returns whether it is a text. */
export function isText({ msgStr, details }: Message): 'message' | false {
  const text = msgStr.join(' ');
  if (!/\p{L}{2}/u.test(text) && !/^[A-Z]$/.test(text)) return false;
  if (details.element !== undefined && VERBATIM.has(details.element)) return false;
  if (details.attribute !== undefined && TECHNICAL.has(details.attribute)) return false;
  if (details.scope === 'markup') return 'message';
  if (NAMES.has(text.trim()) || SYNTAX.test(text) || TABLES.test(details.file)) return false;
  if (details.call !== undefined && PLATFORM_CALLS.test(details.call)) return false;
  return isSentence(text) ? 'message' : false;
}

/** Several words, or one that begins with a capital. Identifiers, addresses and wire names are neither. */
const isSentence = (text: string) =>
  (/\S\s+\S/.test(text) && /\p{L}{2}/u.test(text)) ||
  /^\p{Lu}\p{Ll}+[.…:]?$|^, \p{L}|^\s+\p{L}{2}/u.test(text);
