/**
 * A site's origin as a person can compare it, and texts of a site without characters that hide or reorder others.
 * Browsers give origins in ASCII: other alphabets as punycode (RFC 3492), which is shown beside the name that it encodes.
 */
export interface ShownOrigin {
  /** `https://`; for plain HTTP `http://`. */
  readonly scheme: string;
  /** Labels before the end, with the last dot; empty for short names and IP addresses. */
  readonly lead: string;
  /** The end of the name, which decides whose site it is, with the port. */
  readonly end: string;
  /** The name in its own alphabet, if that differs. */
  readonly unicode: string;
}

/** `origin` is what the browser reports (`event.origin`): ASCII, in lower case. */
export function shownOrigin(origin: string): ShownOrigin {
  const [scheme = '', rest = ''] = origin.split('://');
  const [, host = rest, port = ''] = /^(.*?)(:\d+)?$/.exec(rest) ?? [];
  const labels = host.split('.');
  const isName = !/^\[|^[\d.]+$/.test(host);
  // Names below country codes often have a short label before the last one, as in `shop.co.uk`.
  const kept = (labels.at(-2)?.length ?? 0) <= 3 ? 3 : 2;
  const lead = isName && labels.length > kept ? `${labels.slice(0, -kept).join('.')}.` : '';
  const unicode = labels
    .map((label) => (label.startsWith('xn--') ? visibleText(decodePunycode(label.slice(4))) : label))
    .join('.');
  return {
    scheme: `${scheme}://`,
    lead,
    end: `${host.slice(lead.length)}${port}`,
    unicode: unicode === host ? '' : unicode,
  };
}

/**
 * The text with a visible code, such as `[U+202E]`, for every character that is not seen itself: controls, marks that
 * change the direction of text, joiners, blanks of other alphabets. Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
const UNSEEN =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu;

/** RFC 3492, section 6.2. What is no punycode comes back as it is. */
const decodePunycode = (input: string): string => {
  const dash = input.lastIndexOf('-');
  const points = Array.from(input.slice(0, Math.max(dash, 0)), (character) => character.codePointAt(0)!);
  let n = 128;
  let bias = 72;
  let i = 0;
  for (let at = dash + 1; at < input.length;) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = DIGITS.indexOf(input[at++] ?? '');
      if (digit < 0) return `xn--${input}`;
      i += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = points.length + 1;
    bias = adapt(i - before, length, before === 0);
    n += Math.floor(i / length);
    i %= length;
    if (n > 0x10ffff) return `xn--${input}`;
    points.splice(i, 0, n);
    i += 1;
  }
  return String.fromCodePoint(...points);
};
const BASE = 36;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** RFC 3492, section 6.1. */
const adapt = (delta: number, length: number, first: boolean): number => {
  let left = first ? Math.floor(delta / 700) : delta >> 1;
  left += Math.floor(left / length);
  let k = 0;
  for (; left > 455; k += BASE) left = Math.floor(left / 35);
  return k + Math.floor((36 * left) / (left + 38));
};
