/**
 * Recognises a typed, pasted or scanned text: words, keys, an address, a payment link, a link with a wallet, a proof.
 * The whole content decides, never a single character. Nothing is verified here: the worker does that.
 */
import { cleanText, compactText, readWholeNumber } from './clean-text.ts';
import { isKana, splitWords } from './split-words.ts';

/** The time at which a wallet was made, as a text states it. */
export interface Since {
  readonly height?: number;
  /** `2021-03-07`. */
  readonly day?: string;
}
export type TypedText = Since &
  (
    | { readonly kind: 'nothing' | 'unknown' | 'too_long' }
    | { readonly kind: 'words'; readonly words: readonly string[] }
    /** Hexadecimal, lower case; damaged ones too. `address`: the one beside them. */
    | { readonly kind: 'keys'; readonly keys: readonly string[]; readonly address?: string }
    | { readonly kind: 'address'; readonly address: string }
    /** `monero:…` */
    | { readonly kind: 'payment'; readonly link: string }
    /** `monero_wallet:…` */
    | { readonly kind: 'wallet'; readonly link: string }
    | { readonly kind: 'proof'; readonly proof: string }
  );

/** Nothing that is read here is longer. */
const MAX_CHARS = 20_000;
/** Numbers of words that have a checksum: it shows whether the right words were taken out of the text. */
const CHECKED = [25, 16, 13];
const UNCHECKED = 24;
/** A text with as many words is no damaged link, address or key. */
const SENTENCE = 12;

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const ADDRESS = new RegExp(`^(?=.*\\d)(?:${BASE58}{95}|${BASE58}{106})$`);
const ADDRESS_IN = new RegExp(`(?<![0-9A-Za-z])(?=\\S*\\d)${BASE58}{95}(?:${BASE58}{11})?(?![0-9A-Za-z])`);
const PROOF_BEGINS = '(?:(?:(?:Out|In|Reserve)Proof|Sig)V[12]|SpendProofV1)';
const PROOF = new RegExp(`^${PROOF_BEGINS}${BASE58}+$`);
const PROOF_IN = new RegExp(`(?<![0-9A-Za-z])${PROOF_BEGINS}${BASE58}+`);
const KEY_IN = /(?<![0-9a-z])(?:0x)?(?:[0-9a-f][\s:-]*){63}[0-9a-f](?![0-9a-z])/gi;
const WALLET_LINK = /monero[_-]wallet:/i;
const PAYMENT_LINK = /(?:web\+)?monero:/i;

export function readTypedText(text: string): TypedText {
  if (text.length > MAX_CHARS) return { kind: 'too_long' };
  const clean = withoutQuotes(cleanText(text).normalize('NFKC'));
  if (clean === '') return { kind: 'nothing' };
  const wallet = WALLET_LINK.exec(clean);
  if (wallet) return { kind: 'wallet', link: clean.slice(wallet.index) };
  const compact = clean.replace(/\s+/g, '');
  const proof = PROOF.test(compact) ? compact : PROOF_IN.exec(clean)?.[0];
  if (proof !== undefined) return { kind: 'proof', proof };

  if (isLink(clean)) return { kind: 'payment', link: linkIn(clean) };
  const keys = Array.from(clean.matchAll(KEY_IN), ([key]) => hexOf(key));
  const rest = clean.replaceAll(KEY_IN, ' ');
  const address = ADDRESS.test(compact) ? compact : ADDRESS_IN.exec(rest)?.[0];
  const { since, words } = wordsIn(address === undefined ? rest : rest.replace(address, ' '));
  // A backup of a wallet has words, keys and an address. Whole words of 25 are all that is needed.
  if (words.length === CHECKED[0] || (keys.length === 0 && fits(words, [...CHECKED, UNCHECKED])))
    return { kind: 'words', words, ...since };
  if (PAYMENT_LINK.test(clean) && words.length < SENTENCE) return { kind: 'payment', link: linkIn(clean) };
  if (keys.length > 0) return { kind: 'keys', keys, ...(address !== undefined && { address }), ...since };
  if (address !== undefined) return { kind: 'address', address };
  const sentence = words.filter((word) => /^\p{L}+$/u.test(word)).length >= SENTENCE;
  const damaged = damagedIn(clean, sentence ? '' : compact) ?? shortKey(compact);
  if (damaged) return { ...damaged, ...since };
  return words.some((word) => /\p{L}/u.test(word)) ? { kind: 'words', words, ...since } : { kind: 'unknown' };
}

/** A typed address, without white space and without the beginning and the fields of a link. Any other text is only compacted. */
export function addressIn(text: string): string {
  if (text.length > MAX_CHARS) return text;
  const compact = withoutQuotes(compactText(text));
  const bare = compact.replace(/^(?:web\+)?monero:(?:\/\/)?/i, '').replace(/\?.*$/, '');
  return ADDRESS.test(bare) ? bare : (ADDRESS_IN.exec(cleanText(text).normalize('NFKC'))?.[0] ?? bare);
}

/** 64 hexadecimal digits as a person has them: in groups, after `0x`, in capitals. Any other text is only compacted. */
export function keyIn(text: string): string {
  const compact = withoutQuotes(compactText(text));
  const key = /^(?:0x)?([0-9a-f]{64})$/i.exec(hexOf(compact))?.[1];
  return (key ?? compact).toLowerCase();
}

/**
 * The payment link in a text, in the form that the worker reads: its scheme in lower case, no white space in addresses and
 * numbers. Undefined without one.
 */
export function paymentLinkIn(text: string): string | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const clean = withoutQuotes(cleanText(text));
  return PAYMENT_LINK.test(clean) ? linkIn(clean) : undefined;
}

/** A text with the heading `Monero:` has neither an address after it nor fields. */
const isLink = (clean: string): boolean => {
  if (!PAYMENT_LINK.test(clean)) return false;
  const [path = '', query] = linkIn(clean).slice('monero:'.length).split('?');
  return query !== undefined || ADDRESS.test(path.split(';')[0] ?? '');
};

const linkIn = (clean: string): string => {
  const { index } = PAYMENT_LINK.exec(clean)!;
  // Within a sentence a link ends at the first space. Alone, it may be broken by spaces and line ends.
  const from = index > 0 ? (/^[^\s"'<>]+/.exec(clean.slice(index))?.[0] ?? '') : clean;
  const link = from.replace(/^(?:web\+)?monero:\s*(?:\/\/)?/i, '').trim();
  const [first = ''] = link.split(/\s/);
  if (first.split(';').every((address) => ADDRESS.test(address)) && !/^\S*\s*\?/.test(link))
    return `monero:${first}`;
  const [path = '', ...fields] = link.split('?');
  const query = fields.join('?').split('&').map(fieldOf).join('&');
  const addresses = path.normalize('NFKC').replace(/\s+/g, '');
  return `monero:${addresses}${fields.length > 0 ? `?${query}` : ''}`;
};

/** A description may have spaces; a line end was put there by a program that wraps lines. */
const fieldOf = (field: string): string =>
  /^\s*(?:tx_description|recipient_name|ostro_invoice)\s*=/.test(field)
    ? field.replace(/\s*\n\s*/g, '').trim()
    : field.replace(/\s+/g, '');

const MAX_QUOTES = 8;
const OPENING = `"'\`“”„«»‹›<([{‘’`;
/** Without the quotation marks or brackets around the whole text. A sign that only ends it may belong to it. */
const withoutQuotes = (text: string): string => {
  let plain = text.trim();
  for (let i = 0; i < MAX_QUOTES && plain !== '' && OPENING.includes(plain[0]!); i++)
    plain = plain
      .slice(1)
      .replace(/["'“”„«»‹›>)\]}`‘’][\s.,;]*$/u, '')
      .trim();
  return plain;
};

const hexOf = (key: string): string =>
  key
    .replace(/[\s:-]/g, '')
    .replace(/^0x/i, '')
    .toLowerCase();

const fits = (words: readonly string[], counts: readonly number[]): boolean => counts.includes(words.length);

/** A key or an address with a mistake in it is a long run of letters and digits. */
const damagedIn = (
  clean: string,
  compact: string,
): { kind: 'keys'; keys: string[] } | { kind: 'address'; address: string } | undefined => {
  const run = [...clean.split(/\s+/), compact].find(
    (part) => part.length >= 40 && /^(?=.*\d)[\p{L}\p{N}]+$/u.test(part) && !isKana([part]),
  );
  if (run === undefined) return undefined;
  const hex = run.replace(/[^0-9a-f]/gi, '').length;
  return hex > 0.9 * run.length
    ? { kind: 'keys', keys: [run.toLowerCase()] }
    : { kind: 'address', address: run };
};

/** The first digits of a key that is being typed. */
const shortKey = (compact: string): { kind: 'keys'; keys: string[] } | undefined =>
  /^(?=.*\d)(?:0x)?[0-9a-f]+$/i.test(compact) ? { kind: 'keys', keys: [hexOf(compact)] } : undefined;

const LABELS =
  '(?:(?:restore|refresh|creation|block|wallet|seed|scan|start|birth|created|from|on|at)[\\s_-]+)*(?:height|block|date|day|birthday|created|on|blockhöhe|höhe|datum|altura|fecha|hauteur|altezza)';
const NUMBER = String.raw`\d{4,9}|\d{1,3}(?:[,.'’_ ]\d{3})+`;
const HEIGHT = new RegExp(`(?<![\\p{L}\\p{N}.,])(?:${NUMBER})(?![\\p{L}\\p{N}]|[.,]\\d)`, 'giu');
/** `Restore height: 2942000`, and `restore height 2942000`, of which the words may belong to the phrase. */
const LABELLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${LABELS} *(?:([:=]) *#?(?:${NUMBER}|\d{1,3})| #?(?:${NUMBER}))(?![\p{L}\p{N}]|[.,]\d)`,
  'giu',
);
const ISO_DAY =
  /(?<!\d)(20\d\d)[-./](\d{1,2})[-./](\d{1,2})(?:[T\s]+\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?Z?)?(?![\d])/g;
const GERMAN_DAY = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(20\d\d)(?!\d)/g;
/** A date of which day and month may be swapped. */
const ANY_DAY = /(?<!\d)\d{1,2}[-/]\d{1,2}[-/]20\d\d(?!\d)/g;
const LABEL_BEFORE_DAY = new RegExp(String.raw`(?<![\p{L}\p{N}])${LABELS}\s*[:=-]?\s*(?=${'\u0001'})`, 'giu');

/** The words of a text, and what stands beside them: headings, a restore height, a date. */
const wordsIn = (text: string): { readonly since: Since; readonly words: readonly string[] } => {
  let day: string | undefined;
  const isDay = (year: string, month: string, date: string): string => {
    day ??= `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
    return '\u0001';
  };
  const marked = text
    .replace(ISO_DAY, (_, year: string, month: string, date: string) => isDay(year, month, date))
    .replace(GERMAN_DAY, (_, date: string, month: string, year: string) => isDay(year, month, date))
    .replace(ANY_DAY, '\u0001');
  let height: number | undefined;
  const isHeight = (number: string): string => {
    // A number of four digits may be a year.
    if (number.length > 4) height ??= readWholeNumber(number);
    return ' ';
  };
  const bare = marked.replace(LABELLED, (found) => {
    height ??= readWholeNumber(found.replace(/^\D+/, ''));
    return ' ';
  });
  const candidates = [
    // Labels may be words of a list: without them only if there are too many words.
    marked.replace(LABELLED, (found, colon?: string) => (colon === undefined ? found : ' ')),
    bare.replace(LABEL_BEFORE_DAY, ''),
  ].map((each) => each.replaceAll('\u0001', ' ').replace(HEIGHT, isHeight));
  const since = { ...(height !== undefined && { height }), ...(day !== undefined && { day }) };
  return { since, words: chosen(candidates) };
};

/** The first reading with as many words as a wallet has; 24 words, which have no checksum, only after all others. */
const chosen = ([whole = '', bare = '']: readonly string[]): readonly string[] => {
  const all = splitWords(whole);
  const plain = splitWords(bare);
  const parts = [whole, bare].map((text) => text.split(HEADING).map(splitWords));
  const headless = parts.map((each) => each.flat());
  const readings = [...parts.filter((each) => each.length > 1).flat(), all, plain, ...headless];
  return (
    readings.find((words) => fits(words, CHECKED) || longKana(words)) ??
    (isKana(all) ? all : undefined) ??
    readings.find((words) => fits(words, [UNCHECKED])) ??
    innerLines(bare) ??
    headless[1]!
  );
};

const longKana = (words: readonly string[]): boolean => isKana(words) && words.join('').length > 30;

/** `Seed:` at the beginning of a line. A number before the colon is one of a list. */
const HEADING = /(?:^|\n)[^\p{L}\n]*(?:\p{L}[^\n:=\d]{0,60})[:=](?=\s|\p{L}|$)/gu;

/**
 * The words without the first lines or the last ones, if these are no words. In a list with the same number of words and
 * numbers on each line, a line with as many is part of the list.
 */
const innerLines = (text: string): readonly string[] | undefined => {
  const lines = text.split('\n').filter((line) => splitWords(line).length > 0);
  const shape = (line: string): string =>
    Array.from(line.matchAll(/(\d+)|[\p{L}\p{M}]+/gu), ([, number]) =>
      number === undefined ? 'a' : '0',
    ).join('');
  for (const [first, last] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 0],
    [2, 1],
  ] as const) {
    const inner = lines.slice(first, lines.length - last);
    const outer = [...lines.slice(0, first), ...lines.slice(lines.length - last)];
    const each = shape(inner[0] ?? '');
    if (inner.every((line) => shape(line) === each) && outer.some((line) => shape(line) === each)) continue;
    const words = splitWords(inner.join('\n'));
    if (fits(words, CHECKED) || longKana(words)) return words;
  }
  return undefined;
};
